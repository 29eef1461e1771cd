import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { fieldKey } from '#model/message-keys.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { recordPath } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import { titleText } from '#src/fields/title-text.ts'
import { FieldValue } from '#src/fields/values.tsx'
import { Icon } from '#src/icons/icon.tsx'
import { fieldsOf, isAtTheEnd, isName, isSortable, mayWrap, nextSort, shownColumns } from './columns.ts'
import { RowActions } from './row-actions.tsx'
import { RowLink } from './row-link.tsx'

interface ListTableProps {
  readonly resource: AnyResource
  readonly rows: readonly WireRecord[]
  readonly columns: readonly string[]
  readonly isReloading: boolean
  readonly sort: readonly string[]
  readonly onSort: (sort: string[]) => void
}

/** A plain table in a region of its own that scrolls sideways, its first column pinned. */
export function ListTable({ resource, rows, columns: chosen, isReloading, sort, onSort }: ListTableProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const columns = shownColumns(resource, chosen)
  return (
    <section
      className="table-region sheet"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('shell:list.region', { name: t(`resources:${resource.name}.many`) })}
    >
      <table className="list-table" aria-busy={isReloading}>
        <thead>
          <tr>
            {columns.map((name) => (
              <Heading key={name} resource={resource} name={name} sort={sort} onSort={onSort} />
            ))}
            <th scope="col" className="actions-cell">
              <span className="visually-hidden">{t('shell:list.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((record) => (
            <Row key={record.id} resource={resource} record={record} columns={columns} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface HeadingProps {
  readonly resource: AnyResource
  readonly name: string
  readonly sort: readonly string[]
  readonly onSort: (sort: string[]) => void
}

function Heading({ resource, name, sort, onSort }: HeadingProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const fields = fieldsOf(resource, name)
  const label = fields.map((field) => t(`resources:${fieldKey(resource, field)}`)).join(', ')
  const at = sort.findIndex((each) => each.replace(/^-/, '') === name)
  const isDown = sort[at]?.startsWith('-') ?? false
  const className = isAtTheEnd(resource, name) ? 'at-the-end' : undefined
  if (!isSortable(resource, name)) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  }
  return (
    <th scope="col" className={className} aria-sort={at < 0 ? undefined : isDown ? 'descending' : 'ascending'}>
      <button
        type="button"
        className="sort-button"
        title={t('shell:list.sortHint')}
        onClick={(event) => onSort(nextSort(sort, fields, event.shiftKey))}
      >
        {label}
        {at >= 0 && <Icon name={isDown ? 'sort-down' : 'sort-up'} className="sort-mark" />}
        {at >= 0 && sort.length > fields.length && (
          <span className="sort-place" aria-hidden="true">
            {at + 1}
          </span>
        )}
      </button>
    </th>
  )
}

function Row({ resource, record, columns }: { resource: AnyResource; record: WireRecord; columns: readonly string[] }) {
  const { t } = useTranslation('resources')
  const { role } = usePerson()
  const navigate = useNavigate()
  const path = recordPath(resource.name, record.id, role)
  const open = (event: MouseEvent<HTMLElement>) => {
    // The whole row is a convenience for the mouse; controls inside it and selected text keep their own meaning.
    const isControl = (event.target as HTMLElement).closest('a, button, input, select, label') !== null // clicks land on elements
    if (path && !isControl && String(window.getSelection()) === '') navigate(path)
  }
  return (
    // The keyboard uses the link in the first cell.
    <tr className="row" onClick={open}>
      {columns.map((name, index) =>
        index === 0 ? (
          <th key={name} scope="row" className={cellClass(resource, name, record)}>
            <RowLink path={path} record={record}>
              {isName(resource, name) ? titleText(resource, record, t) : <FieldValue resource={resource} name={name} record={record} />}
            </RowLink>
          </th>
        ) : (
          <td key={name} className={cellClass(resource, name, record)}>
            <FieldValue resource={resource} name={name} record={record} />
          </td>
        ),
      )}
      <td className="actions-cell">
        <RowActions resource={resource} record={record} />
      </td>
    </tr>
  )
}

const cellClass = (resource: AnyResource, name: string, record: WireRecord) =>
  [isAtTheEnd(resource, name) && 'at-the-end', mayWrap(name, record) && 'wraps'].filter(Boolean).join(' ') || undefined
