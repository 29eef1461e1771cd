import { toListArguments } from '@matricola/providers/data.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { type ChildRowsField, fieldOf, titleSeparator } from '@matricola/schema/resource-fields.ts'
import { maxPageSize } from '@matricola/schema/vocabulary.ts'
import { emptyListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useList } from '@refinedev/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useRegistry } from '../../../app/console-context.ts'
import { usePermission } from '../../../app/use-permission.ts'
import { controlId, FormField } from '../../../fields/form-field.tsx'
import { useIssueText } from '../../../fields/issue-text.ts'
import { usePageText } from '../../../fields/page-text.ts'
import { titleParts } from '../../../fields/title-text.ts'
import { translate, withLabel } from '../../../i18n.ts'
import { type FormValues, fieldState, isSameValue } from '../form-values.ts'
import { FieldsSkeleton, LoadFailed } from '../load-state.tsx'
import { withValue } from '../use-form-state.ts'
import type { RecordFormState } from '../use-record-form.ts'
import {
  createEmptyFormRow,
  createFormRow,
  type FormRow,
  type FormRows,
  findFormRows,
  initialRowValues,
  moveRow,
  rowFields,
  rowPath,
} from './form-rows.ts'
import './rows.css'
import { Button } from '../../../kit/button.tsx'

interface RowsFieldProps {
  readonly resource: AnyResource
  readonly field: ChildRowsField
  readonly form: RecordFormState
  readonly scope: string
  /** Id of the record being edited; undefined for a new one. */
  readonly recordId: string | undefined
  /**
   * Whether it is the only field of its section, so that the section's heading serves as its label.
   */
  readonly isOnlyField: boolean
}

/**
 * The child rows of a record in its form, each with its own fields. They are loaded when the form
 * opens and saved with the record.
 */
export function RowsField(props: RowsFieldProps) {
  const { field, form, recordId } = props
  const rows = findFormRows(form.draft.values, field.name)
  if (!rows && recordId !== undefined) return <RowsLoader {...props} recordId={recordId} />
  return <RowsEditor {...props} rows={rows ?? []} />
}

function RowsLoader({ field, form, recordId }: RowsFieldProps & { readonly recordId: string }) {
  const resource = useRegistry().get(field.of)
  const can = usePermission()
  const filters = {
    [field.by]: recordId,
    ...(field.missing === 'deactivate' && { isActive: 'true' }),
  }
  const { query } = useList<WireRecord>({
    resource: resource.name,
    ...toListArguments({
      ...emptyListQuery,
      pageSize: maxPageSize,
      filters,
      sort: resource.list.sort,
    }),
    errorNotification: false,
    queryOptions: { staleTime: 0, gcTime: 0 },
  })
  const found = query.isFetchedAfterMount && !query.isFetching ? query.data?.data : undefined
  const { loadRows } = form
  const { name } = field
  useEffect(() => {
    if (found)
      loadRows(
        name,
        found.map((record) => createFormRow(resource, record, can('update', resource, record))),
      )
  }, [found, loadRows, name, resource, can])
  if (query.isError)
    return <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
  return <FieldsSkeleton rows={3} />
}

function RowsEditor({
  resource,
  field,
  form,
  scope,
  recordId,
  isOnlyField,
  rows,
}: RowsFieldProps & { readonly rows: FormRows }) {
  const { t } = usePageText()
  const can = usePermission()
  const issueText = useIssueText()
  const addedCount = useRef(0)
  const [focused, setFocused] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const { name, max } = field
  const target = useRegistry().get(field.of)
  const names = rowFields(target, field, form.caller)
  const id = controlId(scope, name)
  const rowLabel = t(`resources:${target.name}.one`)
  // The title of a row, without the title of the record that all rows belong to.
  const titleFields = target.title.filter((part) => part !== field.by)
  const rowTitle = ({ values, titles }: FormRow) =>
    titleParts(target, titleFields, { ...values, _titles: titles }, t).join(titleSeparator(target))
  const base = findFormRows(form.draft.base, name)
  const isStale = rows.some((_, index) =>
    form.issues[`${name}.${index}`]?.some(({ code }) => code === 'row.stale'),
  )

  // Moves focus into a new row. After a removal, moves it to a neighbouring row, or else to the
  // button that adds rows.
  useEffect(() => {
    if (focused === null) return
    const rowElement =
      focused === '' ? null : list.current?.querySelector<HTMLElement>(`[data-row="${focused}"]`)
    const control = rowElement?.querySelector<HTMLElement>(
      'input, select, textarea, [role="combobox"], button',
    )
    const addButton = list.current?.querySelector<HTMLElement>('.rows-add')
    ;(control ?? addButton ?? list.current)?.focus()
    setFocused(null)
  }, [focused])

  const set = (next: FormRows) => form.setRows(name, next)
  const add = () => {
    if (rows.length >= max) return
    addedCount.current += 1
    const key = `new-${addedCount.current}`
    set([...rows, createEmptyFormRow(target, key)])
    setFocused(key)
  }
  const remove = (index: number) => {
    set(rows.filter((_, other) => other !== index))
    setFocused(rows[index + 1]?.key ?? rows[index - 1]?.key ?? '')
  }
  const change = (index: number, field: string, value: unknown, title?: string) =>
    set(
      rows.map((row, other) =>
        other === index ? { ...row, ...withValue(target, row, field, value, title) } : row,
      ),
    )
  const move = (index: number, to: number) => set(moveRow(rows, index, to))
  const [issue] = form.issues[name] ?? []

  return (
    // biome-ignore lint/a11y/useSemanticElements: the section around it is the landmark, and each row its fieldset
    <div className="rows" role="group" ref={list} tabIndex={-1} aria-labelledby={`${id}-label`}>
      <div className="inline-group rows-head">
        <h3 className={isOnlyField ? 'visually-hidden' : 'field-label'} id={`${id}-label`}>
          {t(`resources:${fieldKey(resource, name)}`)}
        </h3>
        {base !== undefined && !isSameValue(base, rows) && (
          <Button onClick={() => form.setRows(name, base)}>{t('form.rows.reset')}</Button>
        )}
        {isStale && <Button onClick={() => form.dropRows(name)}>{t('form.rows.reload')}</Button>}
      </div>
      {issue && (
        <p className="field-error" id={id} tabIndex={-1}>
          {issueText(issue)}
        </p>
      )}
      {rows.length === 0 && <p className="caption">{t('form.rows.none')}</p>}
      <ol className="bare-list rows-list">
        {rows.map((row, index) => (
          <Row
            key={row.key}
            row={row}
            initialValues={initialRowValues(base, row)}
            target={target}
            names={names}
            label={
              rowTitle(row)
                ? withLabel(`${rowLabel} ${index + 1}`, rowTitle(row))
                : `${rowLabel} ${index + 1}`
            }
            by={field.by}
            parentId={recordId}
            form={form}
            scope={`${scope}-${name}.${index}`}
            path={(part) => rowPath(name, index, part)}
            isTop={index === 0}
            issue={form.issues[`${name}.${index}`]?.[0]}
            canRemove={row.isOpen && (row.id === null || field.missing !== undefined)}
            onRemove={() => remove(index)}
            onChange={(part, value, title) => change(index, part, value, title)}
            {...(field.order !== undefined &&
              can('update', target) && {
                onMove: (by: number) => move(index, index + by),
                isFirst: index === 0,
                isLast: index === rows.length - 1,
              })}
          />
        ))}
      </ol>
      {can('create', target) && (
        <div className="inline-group rows-footer">
          <Button className="rows-add" aria-disabled={rows.length >= max} onClick={add}>
            {t(`resources:${target.name}.new`)}
          </Button>
          {rows.length >= max && <p className="caption">{t('form.rows.full', { number: max })}</p>}
        </div>
      )}
    </div>
  )
}

interface RowProps {
  readonly row: FormRow
  /** The values of the row as it is stored. */
  readonly initialValues: FormValues
  readonly target: AnyResource
  readonly names: readonly string[]
  readonly label: string
  /** The reference to the parent record, and the id of that record. */
  readonly by: string
  readonly parentId: string | undefined
  readonly form: RecordFormState
  readonly scope: string
  readonly path: (field: string) => string
  readonly issue: { readonly code: string } | undefined
  readonly isTop: boolean
  readonly canRemove: boolean
  readonly onRemove: () => void
  readonly onChange: (field: string, value: unknown, title?: string) => void
  /** Moves the row by a number of positions; absent if rows have no order. */
  readonly onMove?: (by: number) => void
  readonly isFirst?: boolean
  readonly isLast?: boolean
}

/** One row: its fields side by side and its actions. `Alt` with an arrow key moves it. */
function Row({
  row,
  initialValues,
  target,
  names,
  label,
  by,
  parentId,
  form,
  scope,
  path,
  issue,
  isTop,
  canRemove,
  onRemove,
  onChange,
  onMove,
  isFirst,
  isLast,
}: RowProps) {
  const { t } = usePageText()
  const issueText = useIssueText()
  const mode = row.id === null ? 'create' : 'edit'
  const values = parentId === undefined ? row.values : { ...row.values, [by]: parentId }
  const visibleNames = names.filter(
    (name) => fieldState(target, name, values, form.caller, mode).visible,
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !onMove) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className="rows-row" data-row={row.key} onKeyDown={onKeyDown}>
      <fieldset aria-describedby={issue ? scope : undefined}>
        <legend>{label}</legend>
        {issue && (
          <p className="field-error" id={scope} tabIndex={-1}>
            {issueText(issue)}
          </p>
        )}
        <div className="rows-fields">
          {visibleNames.map((name) => {
            const state = fieldState(target, name, values, form.caller, mode, initialValues)
            return (
              <FormField
                key={name}
                inRow={isTop ? 'first' : 'later'}
                scope={scope}
                resource={target}
                name={name}
                spec={fieldOf(target, name)}
                value={row.values[name]}
                values={values}
                title={row.titles[name]}
                required={state.required}
                readOnly={state.readOnly || !row.isOpen}
                issue={form.issues[path(name)]?.[0]}
                onChange={(value, title) => onChange(name, value, title)}
              />
            )
          })}
        </div>
        {(canRemove || onMove) && (
          <div className="button-row">
            {onMove && (
              <>
                <Button
                  aria-disabled={isFirst}
                  aria-label={translate('errors:summary.entry', {
                    field: t('form.rows.up'),
                    message: label,
                  })}
                  aria-keyshortcuts="Alt+ArrowUp"
                  onClick={() => onMove(-1)}
                >
                  {t('form.rows.up')}
                </Button>
                <Button
                  aria-disabled={isLast}
                  aria-label={translate('errors:summary.entry', {
                    field: t('form.rows.down'),
                    message: label,
                  })}
                  aria-keyshortcuts="Alt+ArrowDown"
                  onClick={() => onMove(1)}
                >
                  {t('form.rows.down')}
                </Button>
              </>
            )}
            {canRemove && (
              <Button
                aria-label={translate('errors:summary.entry', {
                  field: t('form.rows.remove'),
                  message: label,
                })}
                onClick={onRemove}
              >
                {t('form.rows.remove')}
              </Button>
            )}
          </div>
        )}
      </fieldset>
    </li>
  )
}
