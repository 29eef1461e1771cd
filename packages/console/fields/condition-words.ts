import { familyOf } from '@matricola/schema/field.ts'
import type { Predicate } from '@matricola/schema/predicate.ts'
import { useTranslation } from 'react-i18next'
import { useRegistry } from '../app/console-context.ts'
import { countryName } from '../countries.ts'
import { useLanguage } from '../i18n.ts'
import {
  type ConditionField,
  type ConditionGroup,
  type ConditionRow,
  findField,
  isGroup,
  isPresenceOperator,
  singleSpec,
  toRows,
} from './condition-rows.ts'
import { formatNumericDate } from './date-text.ts'
import { numberDisplay } from './number-text.ts'
import { useTitles } from './use-options.ts'

/** Ids of records in a predicate, by the resource they belong to. */
function recordsIn(
  predicates: readonly Predicate[],
  fields: readonly ConditionField[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const visit = (part: ConditionGroup | ConditionRow): void => {
    if (isGroup(part)) {
      for (const one of part.parts) visit(one)
      return
    }
    const spec = findField(fields, part.field)?.spec
    const single = spec && singleSpec(spec)
    if (!single || !('to' in single) || typeof part.operand !== 'string') return
    const ids = found.get(single.to) ?? []
    if (!ids.includes(part.operand)) found.set(single.to, [...ids, part.operand])
  }
  for (const predicate of predicates) {
    const rows = toRows(predicate)
    if (rows) visit(rows)
  }
  return found
}

/**
 * Returns functions that say a condition in words: the whole condition, and the value alone if the
 * condition is one comparison with it. Conditions can refer to records of at most three resources,
 * whose titles are fetched.
 */
export function useConditionWords(
  fields: readonly ConditionField[],
  predicates: readonly Predicate[],
) {
  const { t } = useTranslation('conditions')
  const language = useLanguage()
  const registry = useRegistry()
  const records = [...recordsIn(predicates, fields)].sort()
  const targetOf = (index: number) => {
    const name = records[index]?.[0]
    return name === undefined ? undefined : registry.get(name)
  }
  const idsOf = (index: number) => records[index]?.[1] ?? []
  const titles = [
    useTitles(targetOf(0), idsOf(0)),
    useTitles(targetOf(1), idsOf(1)),
    useTitles(targetOf(2), idsOf(2)),
  ]
  const titleOf = (id: string) => titles.map((map) => map?.get(id)).find(Boolean) ?? '…'

  const list = (type: 'conjunction' | 'disjunction') => new Intl.ListFormat(language, { type })

  function valueWords(field: ConditionField, operand: unknown): string {
    if (Array.isArray(operand))
      return list('disjunction').format(operand.map((one) => valueWords(field, one)))
    const spec = singleSpec(field.spec)
    if (field.choices && typeof operand !== 'boolean')
      return field.choices.find(({ value }) => value === operand)?.label ?? String(operand)
    if ('to' in spec) return titleOf(String(operand))
    if (typeof operand === 'boolean') return t(operand ? 'yes' : 'no')
    if (typeof operand === 'number') return numberDisplay(operand, language)
    if (familyOf(spec) === 'date') return formatNumericDate(String(operand), language)
    return 'pattern' in spec.options && spec.options.pattern === 'country'
      ? countryName(String(operand), language)
      : String(operand)
  }
  function words(part: ConditionGroup | ConditionRow): string {
    if (!isGroup(part)) {
      const field = findField(fields, part.field)
      return t(`words.${part.operator}`, {
        field: field?.label ?? part.field,
        value: field && !isPresenceOperator(part.operator) ? valueWords(field, part.operand) : '',
      })
    }
    const all = part.parts.map((one) =>
      isGroup(one) && one.parts.length > 1
        ? t('inBrackets', { condition: words(one) })
        : words(one),
    )
    const text = list(part.join === 'all' ? 'conjunction' : 'disjunction').format(all)
    return part.join === 'none' ? t('words.none', { condition: text }) : text
  }
  return {
    conditionWords: (predicate: Predicate): string => {
      const rows = toRows(predicate)
      return rows ? words(rows) : t('notRows')
    },
    /** The name alone for a yes. Undefined if the condition is more than one such comparison. */
    onlyValue: (predicate: Predicate): string | undefined => {
      const [row, ...others] = toRows(predicate)?.parts ?? []
      if (!row || others.length > 0 || isGroup(row)) return undefined
      const field = findField(fields, row.field)
      if (!field) return undefined
      if (row.operator === 'eq' && row.operand === true) return field.label
      const isNamed =
        (row.operator === 'eq' && typeof row.operand === 'string') ||
        row.operator === 'has' ||
        row.operator === 'in'
      return isNamed ? valueWords(field, row.operand) : undefined
    },
  }
}
