/** Treats actions and workflow transitions alike: a named change with a condition, input and the values it sets. */
import type { FieldSpec } from './field.ts'
import { type Asker, evaluate, fieldsRead, type Predicate } from './predicate.ts'
import { type Action, type AnyResource, fieldOf, named } from './resource.ts'

type Values = { readonly [field: string]: unknown }

/** Names of the fields that the user fills in for an action, and the resource extended by the fields the action `asks` for. */
export function inputOf(
  resource: AnyResource,
  { input = [], requires = [], asks = {} }: Action,
): { readonly names: readonly string[]; readonly resource: AnyResource } {
  const asked = Object.keys(asks)
  if (asked.length + requires.length === 0) return { names: input, resource }
  const required = Object.fromEntries(requires.map((name) => [name, demanded(fieldOf(resource, name))]))
  return { names: [...input, ...asked], resource: { ...resource, fields: { ...resource.fields, ...required, ...asks } } }
}

/** The field without `optional`. */
function demanded(spec: FieldSpec): FieldSpec {
  const { optional: _, ...options } = spec.options
  // `optional` is never required by a field type, so the result is still a valid spec.
  return { ...spec, options } as FieldSpec
}

/** Every action of the resource, workflow transitions first. A transition becomes an action that sets the state field. */
export function actionsOf(resource: AnyResource): { readonly [name: string]: Action } {
  const { workflow } = resource
  const inState = (states: readonly string[]): Predicate => ({ [workflow?.field ?? '']: { in: states } })
  const steps = Object.entries(workflow?.transitions ?? {}).map(([name, step]): [string, Action] => [
    name,
    {
      on: step.on ?? ['row', 'bulk'],
      roles: step.roles,
      when: step.when ? { and: [inState(step.from), step.when] } : inState(step.from),
      set: { [workflow?.field ?? '']: step.to },
      ...(step.input && { input: step.input }),
      ...(step.requires && { requires: step.requires }),
      ...(step.stamps && { stamps: step.stamps }),
      ...(step.tone && { tone: step.tone }),
    },
  ])
  return { ...Object.fromEntries(steps), ...resource.actions }
}

/** Fields that a write stamps. `name` is an action, a transition, or `create`. */
export const stampsOf = (resource: AnyResource, name: string): readonly string[] =>
  named(name === 'create' ? resource.workflow?.stamps : (resource.actions?.[name] ?? resource.workflow?.transitions[name])?.stamps)

/**
 * Whether an action on this record can be reverted: `own` if the caller has an action that does, `none` if no action changes the
 * fields afterwards, undefined otherwise, for example if only another role can revert it.
 */
export function wayBackFrom(resource: AnyResource, name: string, record: Values, asker: Asker): 'own' | 'none' | undefined {
  const all = actionsOf(resource)
  const set: Values = all[name]?.set ?? {}
  const fields = Object.keys(set)
  if (fields.length === 0) return undefined
  const after = { ...record, ...set }
  const mayHold = (when: Predicate) => !fieldsRead(when).every((field) => field in after) || evaluate(when, after, asker)
  const next = Object.values(all).filter((one) => fields.some((field) => field in one.set) && (!one.when || mayHold(one.when)))
  const isBack = ({ roles, set }: Action) =>
    roles.some((role) => role === asker.role) && fields.every((field) => (set as Values)[field] === record[field])
  if (next.some(isBack)) return 'own'
  return next.length === 0 ? 'none' : undefined
}
