import type { AnyResource } from '#model/resource.ts'
import type { FieldChange } from '#model/wire.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { FieldValue } from '#src/fields/values.tsx'
import { Icon } from '#src/icons/icon.tsx'

interface ChangedValueProps {
  readonly resource: AnyResource
  readonly change: FieldChange
}

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

/** A field's old and new value with an arrow between; only the new one where there was none before. */
export function ChangedValue({ resource, change }: ChangedValueProps) {
  const { t } = usePageText()
  const { field } = change
  const side = (value: unknown, title: string | undefined) =>
    isNothing(value) ? (
      <span className="nothing">{t('history.nothing')}</span>
    ) : (
      <FieldValue
        resource={resource}
        name={field}
        record={{ ...blank, [field]: value, _titles: title === undefined ? {} : { [field]: title } }}
      />
    )
  if (isNothing(change.before)) return side(change.after, change.afterTitle)
  return (
    <span className="changed-value">
      <span className="before">{side(change.before, change.beforeTitle)}</span>
      <Icon name="arrow-right" />
      <span className="visually-hidden">{t('history.becomes')}</span>
      <span>{side(change.after, change.afterTitle)}</span>
    </span>
  )
}

const blank = { id: '', version: 0, createdAt: '', updatedAt: '', _title: '', _titles: {}, _can: [] }
