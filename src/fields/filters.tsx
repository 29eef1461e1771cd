/** Every kind of field as a filter of a list. A filter's value is the text that travels in the address: see `model/list-query.ts`. */

import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRealDate, today } from '#model/dates.ts'
import type { FieldKind, FieldSpec, SpecOf } from '#model/field.ts'
import { filterFault } from '#model/filter-value.ts'
import type { WireFacets } from '#model/jobs.ts'
import { choiceKey, fieldKey } from '#model/message-keys.ts'
import { readNumber, scaleOf } from '#model/numbers.ts'
import { type AnyResource, fieldOf, isKind } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import { useMay } from '#src/console/may.ts'
import { currentLanguage, useLanguage } from '#src/i18n.ts'
import { dateText, parseDate } from './date-text.ts'
import { FilterRange } from './filter-range.tsx'
import { numberDisplay, numberText } from './number-text.ts'
import { useTitleLanguage } from './own-text.tsx'
import { titleText } from './title-text.ts'
import { useNames, useTitle } from './use-options.ts'

interface FilterProps {
  readonly resource: AnyResource
  readonly name: string
  /** Empty: no filter. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Number of times each value occurs in the list; absent while that is unknown. */
  readonly counts?: WireFacets[string] | undefined
  /** True when the counts are about to change. */
  readonly isStale?: boolean | undefined
}
interface LabelledProps extends FilterProps {
  readonly label: string
}
interface KindProps<K extends FieldKind = FieldKind> extends LabelledProps {
  readonly spec: SpecOf<K>
}

/** A labelled control for one field. */
export function FilterControl(props: FilterProps) {
  const { t } = useTranslation('resources')
  const spec = fieldOf(props.resource, props.name)
  // The table's entry for the spec's own kind takes exactly this spec.
  const Control = controls[spec.kind] as (props: KindProps) => ReactNode
  return <Control {...props} spec={spec} label={t(fieldKey(props.resource, props.name))} />
}

const controls: { readonly [K in FieldKind]: (props: KindProps<K>) => ReactNode } = {
  text: Contains,
  longText: Contains,
  email: Contains,
  phone: Contains,
  nationalId: Contains,
  integer: NumberRange,
  decimal: NumberRange,
  money: NumberRange,
  date: DateRange,
  dateTime: DateRange,
  boolean: YesOrNo,
  choice: AnyOf,
  set: AnyOf,
  reference: OneRecord,
  many: () => null,
  file: () => null,
  image: () => null,
  data: () => null,
}

function Contains({ label, value, onChange }: LabelledProps) {
  const id = useId()
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <input id={id} className="input" autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}

function YesOrNo({ label, value, onChange, counts, isStale }: LabelledProps) {
  const { t } = useTranslation('shell')
  const counted = useCounted(counts)
  const id = useId()
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="select" data-stale={isStale} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('list.anyValue')}</option>
        <option value="true">{counted(t('yes'), 'true')}</option>
        <option value="false">{counted(t('no'), 'false')}</option>
      </select>
    </div>
  )
}

const listed = (value: string) => value.split(',').filter(Boolean)

function AnyOf({
  resource,
  name,
  spec,
  label,
  value,
  onChange,
  counts,
  isStale,
}: LabelledProps & { readonly spec: SpecOf<'choice' | 'set'> }) {
  const { t } = useTranslation('resources')
  const language = useLanguage()
  const chosen = listed(value)
  const choices = Object.keys(spec.choices)
  return (
    <fieldset className="filter filter-choices">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice} className="panel-check">
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={(event) =>
              onChange(choices.filter((each) => (each === choice ? event.target.checked : chosen.includes(each))).join(','))
            }
          />
          {t(choiceKey(resource, name, choice))}
          {counts && (
            <span className="facet-count" data-stale={isStale}>
              {' '}
              {numberDisplay(countIn(counts, choice), language, 0)}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

function NumberRange({ resource, name, label, value, onChange, spec }: LabelledProps & { readonly spec: FieldSpec }) {
  const show = (part: string) => (part === '' || Number.isNaN(Number(part)) ? part : numberText(Number(part), currentLanguage()))
  const read = (text: string) => {
    const number = text.trim() === '' ? '' : readNumber(text, currentLanguage(), scaleOf(spec))
    return typeof number === 'number' ? String(number) : number
  }
  const faultOf = (part: string) => filterFault(resource, name, part)
  return <FilterRange {...{ label, spec, value, onChange, show, read, faultOf }} inputMode="decimal" />
}

function DateRange({ resource, name, label, value, onChange, spec }: LabelledProps & { readonly spec: FieldSpec }) {
  const show = (part: string) => dateText(part, currentLanguage())
  const read = (text: string) => {
    const date =
      parseDate(
        /^\s*\d{1,2}[./-]\d{1,2}[./-]?\s*$/.test(text) ? `${text.trim().replace(/[./-]$/, '')}.${today(new Date()).slice(0, 4)}` : text,
      ) ?? ''
    return date === '' || isRealDate(date) ? date : { code: 'date.unreal' }
  }
  const faultOf = (part: string) => filterFault(resource, name, part)
  return <FilterRange {...{ label, spec, value, onChange, show, read, faultOf }} inputMode="numeric" />
}

const recordsAtOnce = 50

/** One of the records that the role may name; a search box above it where there are more than a list can show. */
function OneRecord({ spec, label, value, onChange }: KindProps<'reference'>) {
  const { t } = useTranslation('shell')
  const id = useId()
  const [search, setSearch] = useState('')
  const target = resourceNamed(spec.to)
  const isNamed = useMay()('name', target)
  const lang = useTitleLanguage(target)
  const { data } = useNames(target, { pageSize: recordsAtOnce, search: useDeferredValue(search) }, isNamed)
  const records = data?.list ?? []
  const isListed = value === '' || records.some((record) => record.id === value)
  const chosen = useTitle(target.name, isListed || !data ? null : value, undefined)
  if (!isNamed) return null
  const isLong = search !== '' || (data?.totalCount ?? 0) > recordsAtOnce
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      {isLong && (
        <input
          type="search"
          className="input"
          aria-label={t('list.narrow', { field: label })}
          placeholder={t('list.narrow', { field: label })}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <select id={id} className="select" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('list.anyValue')}</option>
        {!isListed && <option value={value}>{chosen ?? t('list.chosen')}</option>}
        {records.map((record) => (
          <option key={record.id} value={record.id} lang={lang}>
            {titleText(target, record, t)}
          </option>
        ))}
      </select>
    </div>
  )
}

const countIn = (counts: WireFacets[string], value: string) => counts.find((each) => each.value === value)?.count ?? 0

/** Puts behind a value how often it occurs, where that is known. */
function useCounted(counts: WireFacets[string] | undefined): (label: string, value: string) => string {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  return (label, value) => (counts ? t('list.counted', { label, number: numberDisplay(countIn(counts, value), language, 0) }) : label)
}

/** A filter small enough to stand beside the search box: a choice, yes or no, or a short range of whole numbers. */
export function QuickFilter({ resource, name, value, onChange, counts, isStale }: FilterProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const counted = useCounted(counts)
  const spec = fieldOf(resource, name)
  const field = t(`resources:${fieldKey(resource, name)}`)
  const options = quickOptions()
  if (options.length === 0) return null
  const isKnown = value === '' || options.some(([each]) => each === value)
  return (
    <select
      className="select quick-filter"
      data-set={value !== ''}
      data-stale={isStale}
      aria-label={field}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{field}</option>
      {!isKnown && <option value={value}>{t('shell:list.several', { field })}</option>}
      {options.map(([each, label]) => (
        <option key={each} value={each}>
          {t('shell:list.chip', { field, value: counted(label, each) })}
        </option>
      ))}
    </select>
  )

  function quickOptions(): [value: string, label: string][] {
    if (isKind(spec, 'choice'))
      return Object.keys(spec.choices).map((choice) => [choice, t(`resources:${choiceKey(resource, name, choice)}`)])
    if (spec.kind === 'boolean')
      return [
        ['true', t('shell:yes')],
        ['false', t('shell:no')],
      ]
    if (!isKind(spec, 'integer')) return []
    const { min, max } = spec.options
    return max - min > 12 ? [] : Array.from({ length: max - min + 1 }, (_, index) => [String(min + index), String(min + index)])
  }
}
