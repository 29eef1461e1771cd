import { useTranslation } from 'react-i18next'
import { fieldKey } from '#model/message-keys.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { recordPath } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import { titleText } from '#src/fields/title-text.ts'
import { FieldValue } from '#src/fields/values.tsx'
import { RowActions } from './row-actions.tsx'
import { RowLink } from './row-link.tsx'

interface ListCardsProps {
  readonly resource: AnyResource
  readonly rows: readonly WireRecord[]
  readonly columns: readonly string[]
  readonly isReloading: boolean
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
export function ListCards({ resource, rows, columns, isReloading }: ListCardsProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = usePerson()
  const facts = factsOf(resource, columns)
  return (
    <ul className="cards" aria-busy={isReloading} aria-label={t(`resources:${resource.name}.many`)}>
      {rows.map((record) => (
        <li key={record.id} className="card sheet">
          <div className="card-head">
            <RowLink path={recordPath(resource.name, record.id, role)} record={record}>
              {titleText(resource, record, t)}
            </RowLink>
            <RowActions resource={resource} record={record} />
          </div>
          <dl className="card-facts">
            {facts.map((name) => (
              <div key={name}>
                <dt>{t(`resources:${fieldKey(resource, name)}`)}</dt>
                <dd>
                  <FieldValue resource={resource} name={name} record={record} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
