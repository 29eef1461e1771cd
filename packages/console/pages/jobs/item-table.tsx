import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireJob, WireJobItem } from '@matricola/schema/wire/jobs.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRegistry } from '../../app/console-context.ts'
import { useRecordPath } from '../../app/use-record-path.ts'
import { formatTitleDates } from '../../fields/title-text.ts'
import { useBulkText } from '../bulk/bulk-text.ts'
import { ChangedValue } from '../show/changed-value.tsx'
import { itemResultTexts } from './job-text.ts'
import { OutcomeIcon } from './outcome-icon.tsx'

interface ItemTableProps {
  readonly job: WireJob
  readonly items: readonly WireJobItem[]
  /** Whether rows link to their records. Following a link leaves the page. */
  readonly hasLinks: boolean
}

/** Items of a job, one per line: the outcome, and the old and new value of each changed field. */
export function ItemTable({ job, items, hasLinks }: ItemTableProps) {
  const text = useBulkText()
  const recordPath = useRecordPath()
  const resource = useRegistry().get(job.resource)
  const fields = changedItemFields(job, resource, items)
  const label = (field: string) => text.t(`resources:${fieldKey(resource, field)}`)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="table-box panel" aria-label={text.t('items.title')} tabIndex={0}>
      <table className="plain-table stack-on-narrow item-table">
        <thead>
          <tr>
            <th scope="col">{text.t('items.record')}</th>
            <th scope="col">{text.t('items.result')}</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {label(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.position}>
              <th scope="row">
                <ItemTitle
                  path={hasLinks && item.recordId ? recordPath(resource.name, item.recordId) : null}
                >
                  {formatTitleDates(item.title) || text.t('items.row', { number: item.position })}
                </ItemTitle>
              </th>
              <td data-label={text.t('items.result')}>
                <div className="item-result">
                  <OutcomeIcon outcome={item.outcome} />
                  <div>
                    {itemResultTexts(job, item, { ...text, resource }).map((line) => (
                      <p key={line}>{line}</p>
                    ))}
                  </div>
                </div>
              </td>
              {fields.map((field) => {
                const change = item.isRemoved
                  ? undefined
                  : item.changes.find((fieldChange) => fieldChange.field === field)
                return (
                  <td key={field} data-label={label(field)}>
                    {change && <ChangedValue resource={resource} change={change} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const ItemTitle = ({
  path,
  children,
}: {
  readonly path: string | null
  readonly children: ReactNode
}) =>
  path === null ? (
    children
  ) : (
    <Link className="record-link" to={path}>
      {children}
    </Link>
  )

/**
 * The fields that the items change. If some of these are the fields that the user edited, returns
 * only those. Ignores removed records, and the title fields of new records.
 */
function changedItemFields(
  { fields }: WireJob,
  { title }: AnyResource,
  items: readonly WireJobItem[],
): readonly string[] {
  const changed = new Set(
    items.flatMap(({ isNew, isRemoved, changes }) =>
      isRemoved
        ? []
        : changes.map(({ field }) => field).filter((field) => !(isNew && title.includes(field))),
    ),
  )
  const changedFields = fields.filter((field) => changed.has(field))
  return changedFields.length > 0 ? changedFields : [...changed]
}
