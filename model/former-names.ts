/**
 * Names and values that declarations have had: what was kept under them (history, saved views, addresses, what the columns
 * of a file meant) is read as what it is called now.
 */

import type { FieldSpec } from './field.ts'
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

/** Fate of a value that a choice no longer has. One that was taken away is said as it was. */
function valueNow({ options: { map } }: FieldSpec, value: unknown): unknown {
  if (typeof map !== 'object') return value
  const now = (one: unknown) => (typeof one === 'string' && Object.hasOwn(map, one) ? (map[one] ?? one) : one)
  return Array.isArray(value) ? [...new Set(value.map(now))] : now(value)
}

/**
 * Values as the history kept them, by the names and choices of today. Where a field's value is there under several of its
 * names, the oldest counts: it stood there first.
 */
export function valuesNow<V extends Values | null>(resource: AnyResource, values: V): V | Values {
  if (values === null || !hasFormer(resource)) return values
  const now: Record<string, unknown> = { ...values }
  for (const [name, spec] of fieldEntries(resource)) {
    const former = formerNames(spec).filter((one) => Object.hasOwn(values, one) && !Object.hasOwn(resource.fields, one))
    const [oldest] = former
    if (oldest !== undefined) now[name] = values[oldest]
    for (const one of former) delete now[one]
    if (Object.hasOwn(now, name)) now[name] = valueNow(spec, now[name])
  }
  return now
}

/** Tells whether any field has had another name or other choices. */
const hasFormer = remembered((resource: AnyResource) =>
  fieldEntries(resource).some(([, { options }]) => options.was !== undefined || typeof options.map === 'object'),
)
