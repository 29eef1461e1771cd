import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { formatLongDay } from '@matricola/schema/values/dates.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Localization } from './labels.ts'

/**
 * Formats the issues of a row as one text. Each field's label precedes its first issue; issues of
 * the whole row have no label.
 */
export function issuesText(
  resource: AnyResource,
  issues: FieldIssues,
  { texts, language }: Localization,
): string {
  const messages = Object.entries(issues).flatMap(([name, [issue]]) => {
    const text = issue && issueText(issue, { texts, language })
    if (!text) return []
    const label = Object.hasOwn(resource.fields, name)
      ? texts.find(language, `resources:${fieldKey(resource, name)}`)
      : undefined
    return [label ? `${label}: ${text}` : text]
  })
  return [...new Set(messages)].join(' ')
}

/** Returns the message for an issue; undefined if its code has none. */
export function issueText(
  { code, params = {} }: Issue,
  { texts, language }: Localization,
): string | undefined {
  const formattedParams = Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value === 'number' && name !== 'count')
        return [name, new Intl.NumberFormat(language, { maximumFractionDigits: 10 }).format(value)]
      // In words, because the two readings of an ambiguous date look the same in digits.
      return [name, code === 'date.ambiguous' ? formatLongDay(String(value), language) : value]
    }),
  )
  const keys = [`errors:issues.${code}`, `resources:${code}`, `errors:errors.${code}`]
  for (const key of keys) {
    const text = texts.find(language, key, formattedParams)
    if (text !== undefined) return text
  }
  return undefined
}
