/**
 * Former names of fields and choices. Data stored under a former name (history, saved views, URLs,
 * column mappings of imports) is read under the current one.
 */

import type { FieldSpec } from './field.ts'
import type { FormerChoices } from './field-type.ts'
import { memoize } from './memoize.ts'
import type { AnyResource } from './resource.ts'
import { fieldEntries, toNames } from './resource-fields.ts'

type Values = { readonly [field: string]: unknown }

/** Former names of a field, oldest first. */
export const formerNames = ({ options }: FieldSpec): readonly string[] =>
  toNames(options.renamedFrom)

/**
 * The current name of a field, given its current or a former name. Unknown names are returned
 * unchanged.
 */
export const currentName = (resource: AnyResource, name: string): string =>
  Object.hasOwn(resource.fields, name)
    ? name
    : (fieldEntries(resource).find(([, spec]) => formerNames(spec).includes(name))?.[0] ?? name)

/**
 * A column, sort or filter entry of a URL (`capacity:wide`, `-capacity`) with the current name of
 * its field.
 */
export const currentEntry = (resource: AnyResource, entry: string): string =>
  entry.replace(/\w+/, (name) => currentName(resource, name))

/** Comma-separated entries of a URL or saved view, with current field names. */
export const currentEntries = (resource: AnyResource, entries: string): string[] =>
  entries.split(',').map((entry) => currentEntry(resource, entry))

/** Former choices of a field. */
export function formerChoices({ options }: FieldSpec): Required<FormerChoices> {
  const { renamed = {}, merged = {} } = options as FieldSpec['options'] & FormerChoices
  return { renamed, merged }
}

type Former = ReturnType<typeof formerChoices>

/** The current name of a renamed choice. A merged choice is returned as it was. */
const renamedChoice = ({ renamed }: Former, value: string): string =>
  followRenames(value, (one) => renamed[one]) ?? value

/**
 * The current choice for a former one, following renames and merges; null if the former choice was
 * removed without a replacement.
 */
export const currentChoice = ({ renamed, merged }: Former, value: string): string | null =>
  followRenames(value, (one) => (Object.hasOwn(merged, one) ? merged[one] : renamed[one]))

/**
 * Follows a chain of choices to its end. Startup rejects cycles; here a cycle ends where it began.
 */
function followRenames(
  value: string,
  nextOf: (value: string) => string | null | undefined,
): string | null {
  const seen = new Set<string>()
  for (let current = value; ; ) {
    seen.add(current)
    const next = nextOf(current)
    if (next === null) return null
    if (next === undefined || seen.has(next)) return current
    current = next
  }
}

/** A value with each of its choices replaced; null if no choice remains. */
function replaceValue(value: unknown, replacementFor: (one: string) => string | null): unknown {
  const replaceChoice = (one: unknown) => (typeof one === 'string' ? replacementFor(one) : one)
  if (!Array.isArray(value)) return replaceChoice(value)
  const remaining = [...new Set(value.map(replaceChoice))].filter((one) => one !== null)
  return remaining.length === 0 && value.length > 0 ? null : remaining
}

/**
 * Values from the history, under current names of fields and choices. If the history has values
 * under several former names of a field, the value under the oldest name wins. Merged choices stay
 * as they were.
 */
export const currentValues = <V extends Values | null>(
  resource: AnyResource,
  values: V,
): V | Values => renameValues(resource, values, (former) => (value) => renamedChoice(former, value))

/** Like `currentValues`, for values that will be written again: merged choices are replaced too. */
export const valuesToWrite = <V extends Values | null>(
  resource: AnyResource,
  values: V,
): V | Values => renameValues(resource, values, (former) => (value) => currentChoice(former, value))

function renameValues<V extends Values | null>(
  resource: AnyResource,
  values: V,
  choice: (former: Former) => (value: string) => string | null,
): V | Values {
  if (values === null || !hasFormerNames(resource)) return values
  const result: Record<string, unknown> = { ...values }
  for (const [name, spec] of fieldEntries(resource)) {
    const former = formerNames(spec).filter(
      (one) => Object.hasOwn(values, one) && !Object.hasOwn(resource.fields, one),
    )
    const [oldest] = former
    if (oldest !== undefined) result[name] = values[oldest]
    for (const one of former) delete result[one]
    if (Object.hasOwn(result, name) && hasFormerChoices(spec))
      result[name] = replaceValue(result[name], choice(formerChoices(spec)))
  }
  return result
}

/** Whether the field has renamed or merged choices. */
export const hasFormerChoices = ({ options }: FieldSpec): boolean =>
  'renamed' in options || 'merged' in options

/**
 * Current choices for the values of a filter. In a current list, merged choices are replaced too;
 * in a list as of a past day they stay as they were.
 */
export const currentFilterChoices = (
  spec: FieldSpec,
  values: readonly string[],
  isPast: boolean,
): readonly string[] => {
  const former = formerChoices(spec)
  const current = values.map((value) =>
    isPast ? renamedChoice(former, value) : currentChoice(former, value),
  )
  return [...new Set(current)].filter((value) => value !== null)
}

/** Whether any field has a former name or former choices. */
const hasFormerNames = memoize((resource: AnyResource) =>
  fieldEntries(resource).some(
    ([, spec]) => spec.options.renamedFrom !== undefined || hasFormerChoices(spec),
  ),
)
