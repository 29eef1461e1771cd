import type { AnyResource } from '@matricola/schema/resource.ts'
import type { FieldChange, RowsChange } from '@matricola/schema/wire/wire.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { usePageText } from '../../fields/page-text.ts'
import { Icon } from '../../icons/icon.tsx'

interface ChangedValueProps {
  readonly resource: AnyResource
  readonly change: FieldChange
}

const isEmptyValue = (value: unknown) => value === null || value === undefined || value === ''

interface ShownValueProps {
  readonly resource: AnyResource
  readonly field: string
  readonly value: unknown
  /** Title of the record that a reference points to. */
  readonly title?: string | undefined
}

/** A value of a field, or the word for "none". */
export function ShownValue({ resource, field, value, title }: ShownValueProps) {
  const { t } = usePageText()
  if (isEmptyValue(value)) return <span className="empty-value">{t('history.nothing')}</span>
  return (
    <FieldValue
      resource={resource}
      name={field}
      record={{ ...blank, [field]: value, _titles: title === undefined ? {} : { [field]: title } }}
    />
  )
}

/**
 * The old and new value of a field with an arrow between them, or only the new value if there was
 * none before.
 */
export function ChangedValue({ resource, change }: ChangedValueProps) {
  const { t } = usePageText()
  const { field, before, beforeTitle, after, afterTitle } = change
  // The change of a field of child rows is always a `RowsChange`.
  if (resource.fields[field]?.type === 'links') return <ChangedRows change={linksChange(change)} />
  if (resource.fields[field]?.type === 'many') return <ChangedRows change={after as RowsChange} />
  const newValue = <ShownValue resource={resource} field={field} value={after} title={afterTitle} />
  if (isEmptyValue(before)) return newValue
  return (
    <span className="changed-value">
      <span className="old-value">
        <ShownValue resource={resource} field={field} value={before} title={beforeTitle} />
      </span>
      <Icon name="arrow-right" />
      <span className="visually-hidden">{t('history.becomes')}</span>
      <span>{newValue}</span>
    </span>
  )
}

/**
 * Compares the ids of a field with several references and returns those that were added and
 * removed.
 */
function linksChange({ before, after, titles = {} }: FieldChange): RowsChange {
  const ids = (value: unknown) => [value].flat().filter((id) => typeof id === 'string')
  const difference = (some: readonly string[], others: readonly string[]) =>
    some
      .filter((id) => !others.includes(id))
      .map((id) => ({ id, ...(titles[id] !== undefined && { title: titles[id] }) }))
  return {
    added: difference(ids(after), ids(before)),
    changed: [],
    removed: difference(ids(before), ids(after)),
  }
}

/**
 * Lists the child rows that were added, changed or removed. A row without a title was deleted, or
 * the reader may not see it.
 */
function ChangedRows({ change }: { readonly change: RowsChange }) {
  const { t } = usePageText()
  const changedKinds = (['added', 'changed', 'removed'] as const).filter(
    (kind) => change[kind].length > 0,
  )
  return (
    <span className="changed-rows">
      {changedKinds.map((kind) => (
        <span key={kind}>
          {t(`history.rows.${kind}`)}:{' '}
          {change[kind].map(({ title }) => title ?? t('history.rows.nameless')).join(', ')}
        </span>
      ))}
    </span>
  )
}

const blank = {
  id: '',
  version: 0,
  createdAt: '',
  updatedAt: '',
  _title: '',
  _titles: {},
  _can: [],
}
