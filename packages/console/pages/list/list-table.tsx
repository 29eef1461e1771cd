import type { AnyResource } from '@matricola/schema/resource.ts'
import { titleSeparator } from '@matricola/schema/resource-fields.ts'
import type { ListColumn } from '@matricola/schema/wire/list-columns.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import {
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { titleParts, titleText } from '../../fields/title-text.ts'
import { RecordTitle } from '../../fields/university-text.tsx'
import { Icon } from '../../icons/icon.tsx'
import { useIsFresh } from '../../live/fresh.ts'
import { RowPresenceMarks } from '../../live/presence-marks.tsx'
import { RowReason, SelectPage, SelectRow } from '../bulk/select-box.tsx'
import { type RowSelection, useSelectionMarks } from '../bulk/selection.ts'
import type { Selectable } from '../bulk/use-selection.ts'
import { type CellAddress, isCellEditable } from './cells/editable.ts'
import { ListCell } from './cells/list-cell.tsx'
import type { CellEditing } from './cells/use-cell-editing.ts'
import {
  canWrap,
  columnFields,
  isEndAligned,
  isSortableColumn,
  isTitleColumn,
  nextSort,
  visibleColumns,
} from './columns.ts'
import { joinFieldLabels } from './join-field-labels.ts'
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
  readonly selectable: Selectable | null
  readonly editing: CellEditing
}

/**
 * The table of a list, which scrolls horizontally in its own region; its first column is pinned.
 */
export function ListTable({
  resource,
  rows,
  columns: chosen,
  layout,
  isReloading,
  sort,
  onSort,
  selectable,
  editing,
}: ListTableProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const caller = useUser()
  const can = usePermission()
  const columns = useMemo(() => visibleColumns(resource, chosen), [resource, chosen])
  const widths = useMemo(() => new Map(layout.map(({ name, width }) => [name, width])), [layout])
  const body = useRef<HTMLTableSectionElement>(null)
  useSelectionMarks(body, selectable?.rows ?? null)
  const latest = useRef(editing)
  useEffect(() => {
    latest.current = editing
  })
  const openCell = useCallback((cell: CellAddress) => latest.current.open(cell), [])
  const cellEdit = editing.draft && {
    editing,
    cells: rows.flatMap((record) =>
      columns
        .slice(1)
        .flatMap((name) =>
          isCellEditable(resource, name, record, caller, can) ? [{ record, name }] : [],
        ),
    ),
  }
  return (
    <section
      className="table-region panel"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label={t('shell:list.region', { name: t(`resources:${resource.name}.many`) })}
    >
      <table
        className="list-table"
        aria-label={t(`resources:${resource.name}.many`)}
        aria-busy={isReloading}
      >
        <thead>
          <tr>
            {selectable && (
              <td className="select-cell">
                <SelectPage selectable={selectable} />
              </td>
            )}
            {columns.map((name) => (
              <Heading
                key={name}
                resource={resource}
                name={name}
                width={widths.get(name)}
                sort={sort}
                onSort={onSort}
              />
            ))}
            <th scope="col" className="actions-cell">
              <span className="visually-hidden">{t('shell:list.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((record) => (
            <Row
              key={record.id}
              resource={resource}
              record={record}
              columns={columns}
              widths={widths}
              selecting={selectable?.rows ?? null}
              openCell={openCell}
              changing={editing.draft?.record.id === record.id ? cellEdit : null}
            />
          ))}
        </tbody>
      </table>
      <LiveRegion className="visually-hidden">{editing.announcement}</LiveRegion>
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
  const fields = columnFields(resource, name)
  const full = joinFieldLabels(resource, fields, t)
  const label = joinFieldLabels(resource, fields, t, true)
  const index = sort.findIndex((sortKey) => fields.includes(sortKey.replace(/^-/, '')))
  const isDescending = sort[index]?.startsWith('-') ?? false
  const className = columnClass(resource, name, width)
  if (!isSortableColumn(resource, name)) {
    return (
      <th scope="col" className={className} title={label === full ? undefined : full}>
        {label}
      </th>
    )
  }
  return (
    <th
      scope="col"
      className={className}
      aria-sort={index < 0 ? undefined : isDescending ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        className="sort-button"
        title={label === full ? undefined : full}
        onClick={(event) => onSort(nextSort(sort, fields, event.shiftKey))}
      >
        {label}
        {index >= 0 && <Icon name={isDescending ? 'sort-down' : 'sort-up'} className="sort-mark" />}
        {index >= 0 && sort.length > fields.length && (
          <span className="sort-position" aria-hidden="true">
            {index + 1}
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
  readonly selecting: RowSelection | null
  readonly openCell: (cell: CellAddress) => void
  /** Set while a cell of this row is being edited. */
  readonly changing: CellEdit | null
}

/** The cell that is being edited, and all editable cells of the page. */
interface CellEdit {
  readonly editing: CellEditing
  readonly cells: readonly CellAddress[]
}

/** A row. Memoized, because a page can contain a hundred rows, each with a menu and links. */
const Row = memo(function Row({
  resource,
  record,
  columns,
  widths,
  selecting,
  openCell,
  changing,
}: RowProps) {
  const { t } = useTranslation(['resources', 'bulk'])
  const caller = useUser()
  const can = usePermission()
  const navigate = useNavigate()
  const path = useRowPath(resource)(record)
  const title = titleText(resource, record, t)
  const open = (event: MouseEvent<HTMLElement>) => {
    // Clicking anywhere in the row opens the record, except on controls and while text is selected.
    const isControl =
      (event.target as HTMLElement).closest('a, button, input, select, label, .cell-editable') !==
      null // targets of clicks are elements
    if (path && !isControl && String(window.getSelection()) === '') navigate(path)
  }
  return (
    <RowFrame id={record.id} onClick={open}>
      {selecting && (
        <td className="select-cell">
          <SelectRow
            rows={selecting}
            id={record.id}
            label={t('bulk:select.row', { name: title })}
          />
        </td>
      )}
      {columns.map((name, index) =>
        index === 0 ? (
          <th
            key={name}
            scope="row"
            className={cellClass({ resource, name, record, width: widths.get(name) })}
          >
            <RowLink path={path} record={record}>
              {isTitleColumn(resource, name) ? (
                <RecordTitle resource={resource} record={record}>
                  {titleParts(resource, columnFields(resource, name), record, t).join(
                    titleSeparator(resource),
                  ) || title}
                </RecordTitle>
              ) : (
                <FieldValue resource={resource} name={name} record={record} />
              )}
            </RowLink>
            <RowPresenceMarks resource={resource.name} id={record.id} />
            <RowReason rows={selecting} id={record.id} />
          </th>
        ) : (
          <DataCell
            key={name}
            resource={resource}
            name={name}
            width={widths.get(name)}
            record={record}
            open={isCellEditable(resource, name, record, caller, can) ? openCell : null}
            changing={changing}
          />
        ),
      )}
      <td className="actions-cell">
        <RowActions resource={resource} record={record} />
      </td>
    </RowFrame>
  )
})

interface RowFrameProps {
  readonly id: string
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
  readonly children: ReactNode
}

/** The frame of a row, which highlights a fresh record without rerendering the cells. */
const RowFrame = ({ id, onClick, children }: RowFrameProps) => (
  // Keyboard users open the record with the link in the first cell.
  <tr className="row" data-fresh={useIsFresh(id)} onClick={onClick}>
    {children}
  </tr>
)

interface DataCellProps {
  readonly resource: AnyResource
  readonly name: string
  readonly width: Width
  readonly record: WireRecord
  /** Opens a cell for editing; null if this cell is read-only. */
  readonly open: RowProps['openCell'] | null
  readonly changing: CellEdit | null
}

function DataCell({ width, ...props }: DataCellProps) {
  const { resource, name, record, open } = props
  const classes = [cellClass({ resource, name, record, width }), open && 'cell-editable']
    .filter(Boolean)
    .join(' ')
  return (
    // Keyboard users edit with the pencil button in the cell.
    <td
      className={classes || undefined}
      onDoubleClick={open ? () => open({ record, name }) : undefined}
    >
      <ListCell {...props} />
    </td>
  )
}

type Width = ListColumn['width'] | undefined

const columnClass = (resource: AnyResource, name: string, width: Width) =>
  [isEndAligned(resource, name) && 'end-aligned', width && `is-${width}`]
    .filter(Boolean)
    .join(' ') || undefined

const cellClass = ({
  resource,
  name,
  record,
  width,
}: Pick<DataCellProps, 'resource' | 'name' | 'record' | 'width'>) =>
  [columnClass(resource, name, width), canWrap(name, record) && 'wrapped-cell']
    .filter(Boolean)
    .join(' ') || undefined
