/**
 * Treats actions and workflow transitions alike: a named change with a condition, input and the
 * values it sets.
 */
import type { FieldSpec } from './field.ts'
import { type CallerIdentity, evaluate, fieldsRead, type Predicate } from './predicate.ts'
import type { Action, AnyResource, Workflow } from './resource.ts'
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

/** The most transitions that a job on many records makes before its own. */
const maxStepsBefore = 2

/**
 * Returns the transitions that lead from a workflow state to one in which a bulk action is possible,
 * such as `startReview` before `accept`. Empty if none are needed, or if no path has at most two
 * transitions that the role may make in bulk, without input, a recent password or data loss.
 * Conditions of transitions other than the state are not considered.
 */
export function stepsBefore(
  { workflow }: AnyResource,
  name: string,
  { state, role }: { readonly state: string; readonly role: string },
): readonly string[] {
  const transitions = Object.entries(workflow?.transitions ?? {})
  const target = transitions.find(([other]) => other === name)?.[1]
  if (!target) return []
  const isStep = ({
    on,
    roles,
    input,
    requires,
    requiresReauthentication,
    tone,
  }: Workflow['transitions'][string]) =>
    (on?.includes('bulk') ?? true) &&
    roles.some((one) => one === role) &&
    [...(input ?? []), ...(requires ?? [])].length === 0 &&
    !requiresReauthentication &&
    tone !== 'danger'
  let paths: { readonly state: string; readonly steps: readonly string[] }[] = [
    { state, steps: [] },
  ]
  for (let length = 0; length <= maxStepsBefore; length += 1) {
    const found = paths.find((path) => target.from.includes(path.state))
    if (found) return found.steps
    paths = paths.flatMap((path) =>
      transitions.flatMap(([step, transition]) =>
        isStep(transition) && transition.from.includes(path.state)
          ? [{ state: transition.to, steps: [...path.steps, step] }]
          : [],
      ),
    )
  }
  return []
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
