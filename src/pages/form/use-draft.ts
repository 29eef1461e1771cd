import { useState } from 'react'
import { evaluateExpression, plainValue } from '#model/expression/evaluate.ts'
import { fieldsOf } from '#model/expression/expression.ts'
import { fieldsOfOptions } from '#model/options-where.ts'
import { reckoningWanted } from '#model/predicate.ts'
import type { AnyResource } from '#model/resource.ts'
import { fieldEntries } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { changedFields, type Values, valuesOf } from './draft.ts'

/** State of a form: the initial and current values, and the titles of the records that its references point to. */
export interface Draft {
  readonly base: Values
  readonly values: Values
  readonly titles: { readonly [field: string]: string }
  /** Version of the record that `base` was read from. */
  readonly version?: number | undefined
}

/** Creates the state of a form for a record. */
export function draftOf(resource: AnyResource, record: WireRecord): Draft {
  const values = valuesOf(resource, record)
  return { base: values, values, titles: record._titles, version: record.version }
}

/** Holds the state of a form. Changing a value clears references whose options depend on it, and updates values that a rule computes. */
export function useDraft(resource: AnyResource, initial: Draft) {
  const [draft, setDraft] = useState(initial)
  const setValue = (name: string, value: unknown, title?: string) =>
    setDraft((old) => ({ ...old, ...withValue(resource, old, name, value, title) }))
  return { draft, setDraft, setValue, changed: changedFields(draft.base, draft.values) }
}

/** Returns values and titles after changing a field, including the fields that depend on it. */
export function withValue(
  resource: AnyResource,
  { values, titles }: Pick<Draft, 'values' | 'titles'>,
  name: string,
  value: unknown,
  title?: string,
): Pick<Draft, 'values' | 'titles'> {
  const freed = Object.fromEntries(dependants(resource, name).map((dependant) => [dependant, null]))
  return {
    values: worked(resource, values, { ...values, ...freed, [name]: value }, name),
    titles: title === undefined ? titles : { ...titles, [name]: title },
  }
}

/** Returns `now` with the values that rules compute from the changed field, except where the user has entered another value. */
function worked(resource: AnyResource, before: Values, now: Values, changed: string): Values {
  const filled = Object.values(resource.rules ?? {}).flatMap(({ check, field }) => {
    const wanted = reckoningWanted(check, field)
    if (wanted === undefined || !fieldsOf(wanted).includes(changed)) return []
    const was = before[field] ?? null
    const isOwn = was !== null && was !== plainValue(evaluateExpression(wanted, before))
    return isOwn ? [] : [[field, plainValue(evaluateExpression(wanted, now))] as const]
  })
  return { ...now, ...Object.fromEntries(filled) }
}

/** Fields whose options depend on the value of `name`. */
const dependants = (resource: AnyResource, name: string) =>
  fieldEntries(resource)
    .filter(([, { options }]) => 'optionsWhere' in options && fieldsOfOptions(options.optionsWhere).includes(name))
    .map(([dependant]) => dependant)
