import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { headingKey } from '#model/message-keys.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { OwnTitle } from '#src/fields/own-text.tsx'
import { titleText } from '#src/fields/title-text.ts'
import { FieldValue } from '#src/fields/values.tsx'
import { useIsFresh } from '#src/live/fresh.ts'
import { RowPeople } from '#src/live/people.tsx'
import { RowReason, SelectPage, SelectRow } from '#src/pages/bulk/select-box.tsx'
import type { Selecting } from '#src/pages/bulk/use-selection.ts'
import { EmphasisMark, useIsEmphasised } from './emphasis.tsx'
import { RowActions } from './row-actions.tsx'
import { RowLink } from './row-link.tsx'
import { useRowPath } from './row-path.ts'

interface ListCardsProps {
  readonly resource: AnyResource
  readonly rows: readonly WireRecord[]
  readonly columns: readonly string[]
  readonly isReloading: boolean
  readonly selecting: Selecting | null
}

/** Facts on a card besides its title and its state. */
const mostFacts = 3

/** The first columns that the title does not already say, and the last one that is a state, as choices and yes or no are. */
function factsOf(resource: AnyResource, columns: readonly string[]): string[] {
  const others = columns.filter((name) => !resource.title.includes(name))
  const state = others.findLast((name) => ['choice', 'boolean'].includes(fieldOf(resource, name).kind))
  return [...new Set([...others.slice(0, mostFacts), ...(state ? [state] : [])])]
}

/** The list on a phone: a card per record, its title and the first columns that the title does not already say. */
export function ListCards({ resource, rows, columns, isReloading, selecting }: ListCardsProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const path = useRowPath(resource)
  const facts = factsOf(resource, columns)
  return (
    <>
      {selecting && <SelectPage selecting={selecting} withWords />}
      <ul
        className="cards"
        aria-busy={isReloading}
        data-emphasises={resource.list.emphasis}
        aria-label={t(`resources:${resource.name}.many`)}
      >
        {rows.map((record) => (
          <Card key={record.id} resource={resource} record={record} isSelected={selecting?.isSelected(record.id)}>
            <div className="card-head">
              {selecting && <SelectRow selecting={selecting} record={record} name={titleText(resource, record, t)} />}
              <RowLink path={path(record)} record={record}>
                <EmphasisMark resource={resource} record={record} />
                <OwnTitle resource={resource}>{titleText(resource, record, t)}</OwnTitle>
              </RowLink>
              <RowPeople resource={resource.name} id={record.id} />
              <RowActions resource={resource} record={record} />
            </div>
            <RowReason reason={selecting?.selection.reasons.get(record.id)} />
            <dl className="card-facts">
              {facts.map((name) => (
                <div key={name}>
                  <dt>{t(`resources:${headingKey(resource, name)}`)}</dt>
                  <dd>
                    <FieldValue resource={resource} name={name} record={record} />
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        ))}
      </ul>
    </>
  )
}

function Card({
  resource,
  record,
  isSelected,
  children,
}: {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly isSelected: boolean | undefined
  readonly children: ReactNode
}) {
  return (
    <li
      className="card sheet"
      data-selected={isSelected}
      data-fresh={useIsFresh(record.id)}
      data-emphasised={useIsEmphasised({ resource, record }) || undefined}
    >
      {children}
    </li>
  )
}
