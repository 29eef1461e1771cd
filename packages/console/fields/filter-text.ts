import { type FieldSpec, familyOf } from '@matricola/schema/field.ts'
import { choiceKey } from '@matricola/schema/message-keys.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { parseIsoInstant } from '@matricola/schema/values/parse-date.ts'
import { isRelativeDays, parseDayCount } from '@matricola/schema/values/relative-days.ts'
import {
  findFilterIssue,
  isPresence,
  negatableFamilies,
  parseEvery,
  parseNegation,
  parseRange,
  splitList,
} from '@matricola/schema/wire/filter-value.ts'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../i18n.ts'
import { dateTimeText, formatNumericDate } from './date-text.ts'
import { isDateLike, parseFilter } from './filter-parts.ts'
import { numberDisplay } from './number-text.ts'
import { useTitles } from './use-options.ts'

/**
 * Returns the value of a filter in words, with titles of records, labels of choices, and formatted
 * dates and numbers.
 */
export function useFilterText(resource: AnyResource, name: string, value: string): string {
  const { t } = useTranslation(['shell', 'resources'])
  const presenceText = usePresenceText()
  const daysText = usePeriodText()
  const spec = fieldOf(resource, name)
  const family = familyOf(spec)
  const negated = parseNegation(family, value)
  const all = parseEvery(family, value)
  const parts = splitList(negated ?? all ?? value)
  const target =
    'to' in spec && !isPresence(value) && findFilterIssue(resource, name, value) === null
      ? related(resource, spec.to)
      : undefined
  const titles = useTitles(target, target ? parts : [])
  if (isPresence(value)) return presenceText(spec, parseFilter(spec, value).operator === 'none')
  const listAlternatives = (items: readonly string[]) =>
    new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(items)
  const listValues = (items: readonly string[]) => {
    if (all !== null)
      return new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(items)
    return negated === null
      ? listAlternatives(items)
      : t('shell:list.says.isNot', { value: listAlternatives(items) })
  }
  if (target) return listValues(parts.map((id) => (titles ? (titles.get(id) ?? id) : '…')))
  if ('choices' in spec)
    return listValues(
      parts.map((part) =>
        Object.hasOwn(spec.choices, part)
          ? t(`resources:${choiceKey(resource, name, part)}`)
          : part,
      ),
    )
  if (family === 'boolean')
    return listAlternatives(parts.map((part) => t(part === 'true' ? 'shell:yes' : 'shell:no')))
  const isDay = isDateLike(spec)
  if (!isDay && family !== 'number')
    return negatableFamilies.includes(family) ? value : t('shell:list.says.contains', { value })
  const format = isDay ? daysText : formatNumber
  const range = parseRange(value)
  if (!range) return listAlternatives(parts.map(format))
  const [from, to] = range.map(format) as [string, string] // a range has two ends
  if (from === '') return t('shell:list.rangeTo', { to })
  return to === '' ? t('shell:list.rangeFrom', { from }) : t('shell:list.range', { from, to })
}

const formatNumber = (text: string) =>
  Number.isFinite(Number(text)) && text !== ''
    ? numberDisplay(Number(text), currentLanguage())
    : text

/** Returns a function that puts a relative period into words. */
export function usePeriodText(): (days: string) => string {
  const { t } = useTranslation('shell')
  return (days) => {
    const dayCount = parseDayCount(days)
    if (dayCount) return t(`list.days.${dayCount.direction}`, { count: dayCount.count })
    if (isRelativeDays(days)) return t(`list.days.${days}`)
    return parseIsoInstant(days) === null
      ? formatNumericDate(days, currentLanguage())
      : dateTimeText(days, currentLanguage())
  }
}

/**
 * Returns a function that says whether a field has a value: files are "missing", other values are
 * "not set".
 */
export function usePresenceText(): (spec: FieldSpec, isAbsent: boolean) => string {
  const { t } = useTranslation('shell')
  return (spec, isAbsent) => {
    if (familyOf(spec) === 'file') return t(isAbsent ? 'list.says.missing' : 'list.says.there')
    return t(isAbsent ? 'list.says.none' : 'list.says.some')
  }
}
