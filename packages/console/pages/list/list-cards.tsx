import { headingKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { memo, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldValue } from '../../fields/field-value.tsx'
import { titleText } from '../../fields/title-text.ts'
import { RecordTitle } from '../../fields/university-text.tsx'
import { useIsFresh } from '../../live/fresh.ts'
import { RowPresenceMarks } from '../../live/presence-marks.tsx'
import { RowReason, SelectPage, SelectRow } from '../bulk/select-box.tsx'
import { type RowSelection, useSelectionMarks } from '../bulk/selection.ts'
import type { Selectable } from '../bulk/use-selection.ts'
import { RowActions } from './row-actions.tsx'
import { RowLink } from './row-link.tsx'
import { useRowPath } from './row-path.ts'

interface ListCardsProps {
  readonly resource: AnyResource
  readonly rows: readonly WireRecord[]
  readonly columns: readonly string[]
  readonly isReloading: boolean
  readonly selectable: Selectable | null
}

/** Maximum number of facts on a card, in addition to its title and state. */
const maxFacts = 3

/**
 * The first columns that are not part of the title, and a state: the workflow state, or otherwise
 * the last choice or yes/no column.
 */
function cardFields(resource: AnyResource, columns: readonly string[]): string[] {
  const otherColumns = columns.filter((name) => !resource.title.includes(name))
  const state =
    otherColumns.find((name) => name === resource.workflow?.field) ??
    otherColumns.findLast((name) => ['choice', 'boolean'].includes(fieldOf(resource, name).type))
  return [...new Set([...otherColumns.slice(0, maxFacts), ...(state ? [state] : [])])]
}

/**
 * The list on a phone: one card per record, with its title and the first columns that are not part
 * of it.
 */
export function ListCards({ resource, rows, columns, isReloading, selectable }: ListCardsProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const cards = useRef<HTMLUListElement>(null)
  useSelectionMarks(cards, selectable?.rows ?? null)
  return (
    <>
      {selectable && <SelectPage selectable={selectable} hasLabel />}
      <ul
        ref={cards}
        className="cards"
        aria-busy={isReloading}
        aria-label={t(`resources:${resource.name}.many`)}
      >
        {rows.map((record) => (
          <Card
            key={record.id}
            resource={resource}
            record={record}
            columns={columns}
            selecting={selectable?.rows ?? null}
          />
        ))}
      </ul>
    </>
  )
}

interface CardProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly columns: readonly string[]
  readonly selecting: RowSelection | null
}

/** A card. It is memoized, so it rerenders only when its own props change. */
const Card = memo(function Card({ resource, record, columns, selecting }: CardProps) {
  const { t } = useTranslation(['resources', 'bulk'])
  const title = titleText(resource, record, t)
  const path = useRowPath(resource)(record)
  return (
    <CardFrame id={record.id}>
      <div className="inline-group card-head">
        {selecting && (
          <SelectRow
            rows={selecting}
            id={record.id}
            label={t('bulk:select.row', { name: title })}
          />
        )}
        <RowLink path={path} record={record}>
          <RecordTitle resource={resource} record={record}>
            {title}
          </RecordTitle>
        </RowLink>
        <RowPresenceMarks resource={resource.name} id={record.id} />
        <RowActions resource={resource} record={record} />
      </div>
      <RowReason rows={selecting} id={record.id} />
      <dl className="card-facts">
        {cardFields(resource, columns).map((name) => (
          <div key={name}>
            <dt>{t(headingKey(resource, name))}</dt>
            <dd>
              <FieldValue resource={resource} name={name} record={record} />
            </dd>
          </div>
        ))}
      </dl>
    </CardFrame>
  )
})

interface CardFrameProps {
  readonly id: string
  readonly children: ReactNode
}

/** The frame of a card, which highlights a fresh record without rerendering the card's content. */
const CardFrame = ({ id, children }: CardFrameProps) => (
  <li className="card panel" data-fresh={useIsFresh(id)}>
    {children}
  </li>
)
