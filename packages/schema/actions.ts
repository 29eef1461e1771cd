/**
 * Treats actions and workflow transitions alike: a named change with a condition, input and the
 * values it sets.
 */
import type { FieldSpec } from './field.ts'
import { type CallerIdentity, evaluate, fieldsRead, type Predicate } from './predicate.ts'
import type { Action, AnyResource } from './resource.ts'
import { fieldOf, toNames } from './resource-fields.ts'

type Values = { readonly [field: string]: unknown }

/**
 * Names of the fields that the user fills in for an action, and the resource with the `extraFields`
 * of the action.
 */
export function actionInput(
  resource: AnyResource,
  { input = [], requires = [], extraFields = {} }: Action,
): { readonly names: readonly string[]; readonly resource: AnyResource } {
  const questionNames = Object.keys(extraFields)
  if (questionNames.length + requires.length === 0) return { names: input, resource }
  const required = Object.fromEntries(
    requires.map((name) => [name, withoutOptional(fieldOf(resource, name))]),
  )
  return {
    names: [...input, ...questionNames],
    resource: { ...resource, fields: { ...resource.fields, ...required, ...extraFields } },
  }
}

/** The field without `optional`. */
function withoutOptional(spec: FieldSpec): FieldSpec {
  const { optional: _, ...options } = spec.options
  // `optional` is never required by a field type, so the result is still a valid spec.
  return { ...spec, options } as FieldSpec
}

/**
 * Every action of the resource, workflow transitions first. A transition becomes an action that
 * sets the state field.
 */
export function actionsOf(resource: AnyResource): { readonly [name: string]: Action } {
  const { workflow } = resource
  const inState = (states: readonly string[]): Predicate => ({
    [workflow?.field ?? '']: { in: states },
  })
  const transitions = Object.entries(workflow?.transitions ?? {}).map(
    ([name, transition]): [string, Action] => [
      name,
      {
        on: transition.on ?? ['row', 'bulk'],
        roles: transition.roles,
        when: transition.when
          ? { and: [inState(transition.from), transition.when] }
          : inState(transition.from),
        set: { [workflow?.field ?? '']: transition.to },
        ...(transition.input && { input: transition.input }),
        ...(transition.requires && { requires: transition.requires }),
        ...(transition.stamps && { stamps: transition.stamps }),
        ...(transition.requiresReauthentication && { requiresReauthentication: true }),
        ...(transition.tone && { tone: transition.tone }),
      },
    ],
  )
  return { ...Object.fromEntries(transitions), ...resource.actions }
}

/** Fields that a write stamps. `name` is an action, a transition, or `create`. */
export const stampsOf = (resource: AnyResource, name: string): readonly string[] =>
  toNames(
    name === 'create'
      ? resource.workflow?.stamps
      : (resource.actions?.[name] ?? resource.workflow?.transitions[name])?.stamps,
  )

/**
 * Whether an action on this record can be reverted: `own` if the caller has an action that does,
 * `none` if no action changes the fields afterwards, undefined otherwise, for example if only
 * another role can revert it.
 */
export function reversibilityOf(
  resource: AnyResource,
  name: string,
  record: Values,
  caller: CallerIdentity,
): 'own' | 'none' | undefined {
  const all = actionsOf(resource)
  const set: Values = all[name]?.set ?? {}
  const fields = Object.keys(set)
  if (fields.length === 0) return undefined
  const after = { ...record, ...set }
  const canHold = (when: Predicate) =>
    !fieldsRead(when).every((field) => field in after) || evaluate(when, after, caller)
  const next = Object.values(all).filter(
    (one) => fields.some((field) => field in one.set) && (!one.when || canHold(one.when)),
  )
  const isReversal = ({ roles, set }: Action) =>
    roles.some((role) => role === caller.role) &&
    fields.every((field) => (set as Values)[field] === record[field])
  if (next.some(isReversal)) return 'own'
  return next.length === 0 ? 'none' : undefined
}
