import { familyOf, isFieldType } from '@matricola/schema/field.ts'
import { choiceKey, fieldKey, headingKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { WireFacets } from '@matricola/schema/wire/jobs.ts'
import { useTranslation } from 'react-i18next'

interface QuickFilterProps {
  readonly resource: AnyResource
  readonly name: string
  /** Empty: no filter. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** How often each value occurs in the list; absent while unknown. */
  readonly counts?: WireFacets[string] | undefined
  /** Whether the counts are those of the previous query, while new ones are loading. */
  readonly isStale?: boolean | undefined
}

export const countOfValue = (counts: WireFacets[string], value: string) =>
  counts.find((entry) => entry.value === value)?.count ?? 0

/**
 * The values of a field that can have a filter next to the search box: choices, yes and no, or a
 * short range of integers. Empty for other fields.
 */
export function quickValues(resource: AnyResource, name: string): readonly string[] {
  const spec = fieldOf(resource, name)
  if (familyOf(spec) === 'choice' && 'choices' in spec) return Object.keys(spec.choices)
  if (familyOf(spec) === 'boolean') return ['true', 'false']
  if (!isFieldType(spec, 'integer')) return []
  const { min, max } = spec.options
  return max - min > 12
    ? []
    : Array.from({ length: max - min + 1 }, (_, index) => String(min + index))
}

/** A filter next to the search box, with the number of records per value. */
export function QuickFilter({
  resource,
  name,
  value,
  onChange,
  counts,
  isStale,
}: QuickFilterProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const spec = fieldOf(resource, name)
  const field = t(`resources:${fieldKey(resource, name)}`)
  const values = quickValues(resource, name)
  if (values.length === 0) return null
  const valueLabel = (option: string) => {
    if ('choices' in spec) return t(`resources:${choiceKey(resource, name, option)}`)
    return familyOf(spec) === 'boolean' ? t(option === 'true' ? 'shell:yes' : 'shell:no') : option
  }
  const labelWithCount = (option: string) => {
    const label = valueLabel(option)
    return counts ? t('shell:list.counted', { label, number: countOfValue(counts, option) }) : label
  }
  return (
    <select
      className="select quick-filter"
      data-set={value !== ''}
      data-stale={isStale}
      aria-label={field}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {/* Uses the short heading of the column, because this is all that an unset filter shows. */}
      <option value="">{t(`resources:${headingKey(resource, name)}`)}</option>
      {value !== '' && !values.includes(value) && (
        <option value={value}>{t('shell:list.several', { field })}</option>
      )}
      {values.map((option) => (
        <option key={option} value={option}>
          {t('shell:list.chip', { field, value: labelWithCount(option) })}
        </option>
      ))}
    </select>
  )
}
