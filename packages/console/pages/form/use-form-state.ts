import { evaluateExpression, plainValue } from '@matricola/schema/expression/evaluate.ts'
import { fieldsInExpression } from '@matricola/schema/expression/expression.ts'
import { fieldsOfOptionsWhere } from '@matricola/schema/options-where.ts'
import { requiredExpression } from '@matricola/schema/predicate.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldEntries } from '@matricola/schema/resource-fields.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useState } from 'react'
import { changedFormFields, type FormValues, valuesOf } from './form-values.ts'

/**
 * State of a form: the initial and current values, and the titles of the records that its
 * references point to.
 */
export interface FormState {
  readonly base: FormValues
  readonly values: FormValues
  readonly titles: { readonly [field: string]: string }
  /** Version of the record that `base` was read from. */
  readonly version?: number | undefined
}

export function createFormState(resource: AnyResource, record: WireRecord): FormState {
  const values = valuesOf(resource, record)
  return { base: values, values, titles: record._titles, version: record.version }
}

/**
 * Holds the state of a form. Changing a value clears references whose options depend on it, and
 * updates values that a rule computes.
 */
export function useFormState(resource: AnyResource, initial: FormState) {
  const [state, setState] = useState(initial)
  const setValue = (name: string, value: unknown, title?: string) =>
    setState((old) => ({ ...old, ...withValue(resource, old, name, value, title) }))
  return {
    draft: state,
    setDraft: setState,
    setValue,
    changed: changedFormFields(state.base, state.values),
  }
}

/**
 * Returns the values and titles after a change of a field, including changes to the fields that
 * depend on it.
 */
export function withValue(
  resource: AnyResource,
  { values, titles }: Pick<FormState, 'values' | 'titles'>,
  name: string,
  value: unknown,
  title?: string,
): Pick<FormState, 'values' | 'titles'> {
  const cleared = Object.fromEntries(
    fieldsDependingOn(resource, name).map((dependant) => [dependant, null]),
  )
  return {
    values: withRuleValues(resource, values, { ...values, ...cleared, [name]: value }, name),
    titles: title === undefined ? titles : { ...titles, [name]: title },
  }
}

/**
 * Returns `current` with the values that rules compute from the changed field, except where the
 * user has entered another value.
 */
function withRuleValues(
  resource: AnyResource,
  previous: FormValues,
  current: FormValues,
  changed: string,
): FormValues {
  const computedValues = Object.values(resource.rules ?? {}).flatMap(({ check, field }) => {
    const expression = requiredExpression(check, field)
    if (expression === undefined || !fieldsInExpression(expression).includes(changed)) return []
    const previousValue = previous[field] ?? null
    const isUserValue =
      previousValue !== null &&
      previousValue !== plainValue(evaluateExpression(expression, previous))
    return isUserValue
      ? []
      : [[field, plainValue(evaluateExpression(expression, current))] as const]
  })
  return { ...current, ...Object.fromEntries(computedValues) }
}

/** Returns the fields whose options depend on the value of `name`. */
const fieldsDependingOn = (resource: AnyResource, name: string) =>
  fieldEntries(resource)
    .filter(
      ([, { options }]) =>
        'optionsWhere' in options && fieldsOfOptionsWhere(options.optionsWhere).includes(name),
    )
    .map(([dependant]) => dependant)
