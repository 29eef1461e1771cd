import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ListColumn } from '#model/list-columns.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { useMay } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { OwnTitle } from '#src/fields/own-text.tsx'
import { titleText } from '#src/fields/title-text.ts'
import { FieldValue } from '#src/fields/values.tsx'
import { Icon } from '#src/icons/icon.tsx'
import { useIsFresh } from '#src/live/fresh.ts'
import { RowPeople } from '#src/live/people.tsx'
import { RowReason, SelectPage, SelectRow } from '#src/pages/bulk/select-box.tsx'
import type { Selecting } from '#src/pages/bulk/use-selection.ts'
import { Status } from '#src/spoken/status.tsx'
import { Cell } from './cells/cell.tsx'
import { type CellPlace, isEditable } from './cells/editable.ts'
import type { CellEditing } from './cells/use-cell-editing.ts'
import { fieldsOf, isAtTheEnd, isName, isSortable, mayWrap, nextSort, shownColumns } from './columns.ts'
import { EmphasisMark, useIsEmphasised } from './emphasis.tsx'
import { fieldLine } from './field-line.ts'
import { RowActions } from './row-actions.tsx'
import { RowLink } from './row-link.tsx'
import { useRowPath } from './row-path.ts'

interface ListTableProps {
  readonly resource: AnyResource
  readonly rows: readonly WireRecord[]
  readonly columns: readonly string[]
  /** Widths of the columns. */
  readonly layout: readonly ListColumn[]
  readonly isReloading: boolean
  readonly sort: readonly string[]
  readonly onSort: (sort: string[]) => void
  readonly selecting: Selecting | null
  readonly editing: CellEditing
}

/** A plain table in a region of its own that scrolls sideways, its first column pinned. */
export function ListTable({ resource, rows, columns: chosen, layout, isReloading, sort, onSort, selecting, editing }: ListTableProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const asker = usePerson()
  const may = useMay()
  const columns = shownColumns(resource, chosen)
  const widths = new Map(layout.map(({ name, width }) => [name, width]))
  const cells = rows.flatMap((record) =>
    columns.slice(1).flatMap((name) => (isEditable(resource, name, record, asker, may) ? [{ record, name }] : [])),
  )
  return (
    <section
      className="table-region sheet"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('shell:list.region', { name: t(`resources:${resource.name}.many`) })}
    >
      <table
        className="list-table"
        aria-label={t(`resources:${resource.name}.many`)}
        aria-busy={isReloading}
        data-emphasises={resource.list.emphasis}
      >
        <thead>
          <tr>
            {selecting && (
              <td className="select-cell">
                <SelectPage selecting={selecting} />
              </td>
            )}
            {columns.map((name) => (
              <Heading key={name} resource={resource} name={name} width={widths.get(name)} sort={sort} onSort={onSort} />
            ))}
            <th scope="col" className="actions-cell">
              <span className="visually-hidden">{t('shell:list.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((record) => (
            <Row
              key={record.id}
              resource={resource}
              record={record}
              columns={columns}
              widths={widths}
              selecting={selecting}
              editing={editing}
              cells={cells}
            />
          ))}
        </tbody>
      </table>
      <Status className="visually-hidden">{editing.said}</Status>
    </section>
  )
}

interface HeadingProps {
  readonly resource: AnyResource
  readonly name: string
  readonly width: Width
  readonly sort: readonly string[]
  readonly onSort: (sort: string[]) => void
}

function Heading({ resource, name, width, sort, onSort }: HeadingProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const fields = fieldsOf(resource, name)
  const full = fieldLine(resource, fields, t)
  const label = fieldLine(resource, fields, t, true)
  const at = sort.findIndex((each) => each.replace(/^-/, '') === name)
  const isDown = sort[at]?.startsWith('-') ?? false
  const className = columnClass(resource, name, width)
  if (!isSortable(resource, name)) {
    return (
      <th scope="col" className={className} title={label === full ? undefined : full}>
        {label}
      </th>
    )
  }
  return (
    <th scope="col" className={className} aria-sort={at < 0 ? undefined : isDown ? 'descending' : 'ascending'}>
      <button
        type="button"
        className="sort-button"
        title={label === full ? undefined : full}
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

interface RowProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly columns: readonly string[]
  readonly widths: ReadonlyMap<string, Width>
  readonly selecting: Selecting | null
  readonly editing: CellEditing
  /** Every cell of the page that can be changed. */
  readonly cells: readonly CellPlace[]
}

function Row({ resource, record, columns, widths, selecting, editing, cells }: RowProps) {
  const { t } = useTranslation('resources')
  const navigate = useNavigate()
  const path = useRowPath(resource)(record)
  const open = (event: MouseEvent<HTMLElement>) => {
    // The whole row is a convenience for the mouse; controls inside it and selected text keep their own meaning.
    const isControl = (event.target as HTMLElement).closest('a, button, input, select, label, .cell-editable') !== null // clicks land on elements
    if (path && !isControl && String(window.getSelection()) === '') navigate(path)
  }
  return (
    // The keyboard uses the link in the first cell.
    <tr
      className="row"
      data-selected={selecting?.isSelected(record.id)}
      data-fresh={useIsFresh(record.id)}
      data-emphasised={useIsEmphasised({ resource, record }) || undefined}
      onClick={open}
    >
      {selecting && (
        <td className="select-cell">
          <SelectRow selecting={selecting} record={record} name={titleText(resource, record, t)} />
        </td>
      )}
      {columns.map((name, index) =>
        index === 0 ? (
          <th key={name} scope="row" className={cellClass({ resource, name, record, width: widths.get(name) })}>
            <RowLink path={path} record={record}>
              <EmphasisMark resource={resource} record={record} />
              {isName(resource, name) ? (
                <OwnTitle resource={resource}>{titleText(resource, record, t)}</OwnTitle>
              ) : (
                <FieldValue resource={resource} name={name} record={record} />
              )}
            </RowLink>
            <RowPeople resource={resource.name} id={record.id} />
            <RowReason reason={selecting?.selection.reasons.get(record.id)} />
          </th>
        ) : (
          <DataCell
            key={name}
            resource={resource}
            name={name}
            width={widths.get(name)}
            record={record}
            editing={cells.some((cell) => cell.record.id === record.id && cell.name === name) ? editing : null}
            cells={cells}
          />
        ),
      )}
      <td className="actions-cell">
        <RowActions resource={resource} record={record} />
      </td>
    </tr>
  )
}

interface DataCellProps {
  readonly resource: AnyResource
  readonly name: string
  readonly width: Width
  readonly record: WireRecord
  readonly editing: CellEditing | null
  readonly cells: readonly CellPlace[]
}

function DataCell({ width, ...props }: DataCellProps) {
  const { resource, name, record, editing } = props
  const classes = [cellClass({ resource, name, record, width }), editing && 'cell-editable'].filter(Boolean).join(' ')
  return (
    // The keyboard uses the pencil in the cell.
    <td className={classes || undefined} onDoubleClick={editing ? () => editing.open({ record, name }) : undefined}>
      <Cell {...props} />
    </td>
  )
}

type Width = ListColumn['width'] | undefined

const columnClass = (resource: AnyResource, name: string, width: Width) =>
  [isAtTheEnd(resource, name) && 'at-the-end', width && `is-${width}`].filter(Boolean).join(' ') || undefined

const cellClass = ({ resource, name, record, width }: Pick<DataCellProps, 'resource' | 'name' | 'record' | 'width'>) =>
  [columnClass(resource, name, width), mayWrap(name, record) && 'wraps'].filter(Boolean).join(' ') || undefined
