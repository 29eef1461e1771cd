/**
 * Names and values that declarations have had: what was kept under them (history, saved views, addresses, what the columns
 * of a file meant) is read as what it is called now.
 */

import type { FieldSpec } from './field.ts'
import type { FormerChoices } from './kind.ts'
import { remembered } from './remembered.ts'
import { type AnyResource, fieldEntries, named } from './resource.ts'

type Values = { readonly [field: string]: unknown }

/** Former names of a field, the oldest first. */
export const formerNames = ({ options }: FieldSpec): readonly string[] => named(options.was)

/** Today's name of a field: of one that has been called so, or the name itself. */
export const nameNow = (resource: AnyResource, name: string): string =>
  Object.hasOwn(resource.fields, name) ? name : (fieldEntries(resource).find(([, spec]) => formerNames(spec).includes(name))?.[0] ?? name)

/** A column, an order or a filter as addresses spell it (`capacity:wide`, `-capacity`), by today's name of its field. */
export const entryNow = (resource: AnyResource, entry: string): string => entry.replace(/\w+/, (name) => nameNow(resource, name))

/** Several of them, as addresses and saved views spell them: joined by commas. */
export const entriesNow = (resource: AnyResource, entries: string): string[] => entries.split(',').map((entry) => entryNow(resource, entry))

/** Choices that a field has had, with what `map` says of them in declarations that are older than `renamed` and `merged`. */
export function formerChoices({ options }: FieldSpec): Required<FormerChoices> {
  const { map, renamed, merged } = options as FieldSpec['options'] & FormerChoices
  if (typeof map !== 'object') return { renamed: renamed ?? {}, merged: merged ?? {} }
  const [names, gone] = [Object.entries(map).filter(([, to]) => to !== null), Object.entries(map).filter(([, to]) => to === null)]
  return {
    renamed: { ...(Object.fromEntries(names) as { [value: string]: string }), ...renamed },
    merged: { ...Object.fromEntries(gone), ...merged },
  }
}

type Former = ReturnType<typeof formerChoices>

/** A choice as it is called now, where it only has another name. One that was merged into another is what it was. */
const calledNow = ({ renamed }: Former, value: string): string => followed(value, (one) => renamed[one]) ?? value

/** The choice that stands for a former one today: null for none. */
export const choiceToday = ({ renamed, merged }: Former, value: string): string | null =>
  followed(value, (one) => (Object.hasOwn(merged, one) ? merged[one] : renamed[one]))

/** The end of a chain of choices; a circle, which the start refuses, ends where it began. */
function followed(value: string, nextOf: (value: string) => string | null | undefined): string | null {
  const seen = new Set<string>()
  for (let now = value; ; ) {
    seen.add(now)
    const next = nextOf(now)
    if (next === null) return null
    if (next === undefined || seen.has(next)) return now
    now = next
  }
}

/** A value of a field with each of its choices replaced; null where none is left. */
function replaced(value: unknown, of: (one: string) => string | null): unknown {
  const now = (one: unknown) => (typeof one === 'string' ? of(one) : one)
  if (!Array.isArray(value)) return now(value)
  const left = [...new Set(value.map(now))].filter((one) => one !== null)
  return left.length === 0 && value.length > 0 ? null : left
}

/**
 * Values as the history kept them, by the names of fields and choices of today. Where a field's value is there under several
 * of its names, the oldest counts: it stood there first. Choices that were merged into others stay what they were.
 */
export const valuesNow = <V extends Values | null>(resource: AnyResource, values: V): V | Values =>
  inOtherNames(resource, values, (former) => (value) => calledNow(former, value))

/** As `valuesNow`, for values that are to be written again: choices that there no longer are give way to those of today. */
export const valuesToWrite = <V extends Values | null>(resource: AnyResource, values: V): V | Values =>
  inOtherNames(resource, values, (former) => (value) => choiceToday(former, value))

function inOtherNames<V extends Values | null>(
  resource: AnyResource,
  values: V,
  choice: (former: Former) => (value: string) => string | null,
): V | Values {
  if (values === null || !hasFormer(resource)) return values
  const now: Record<string, unknown> = { ...values }
  for (const [name, spec] of fieldEntries(resource)) {
    const former = formerNames(spec).filter((one) => Object.hasOwn(values, one) && !Object.hasOwn(resource.fields, one))
    const [oldest] = former
    if (oldest !== undefined) now[name] = values[oldest]
    for (const one of former) delete now[one]
    if (Object.hasOwn(now, name) && hasFormerChoices(spec)) now[name] = replaced(now[name], choice(formerChoices(spec)))
  }
  return now
}

/** Tells whether a field has had choices that it no longer has under their names. */
export const hasFormerChoices = ({ options }: FieldSpec): boolean =>
  typeof options.map === 'object' || 'renamed' in options || 'merged' in options

/** Choices of a filter's values: as they are called now, and of today's records also where they were merged into others. */
export const choicesOfFilter = (spec: FieldSpec, values: readonly string[], isPast: boolean): readonly string[] => {
  const former = formerChoices(spec)
  const now = values.map((value) => (isPast ? calledNow(former, value) : choiceToday(former, value)))
  return [...new Set(now)].filter((value) => value !== null)
}

/** Tells whether any field has had another name or other choices. */
const hasFormer = remembered((resource: AnyResource) =>
  fieldEntries(resource).some(([, spec]) => spec.options.was !== undefined || hasFormerChoices(spec)),
)
