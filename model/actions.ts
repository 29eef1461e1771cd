/** Actions and workflow steps seen as one thing: a named change with a condition, the values it sets and its input. */
import type { Predicate } from './predicate.ts'
import type { Action, AnyResource } from './resource.ts'

/** What a person fills in with an action: field names, and the resource with what is asked for beside its fields. */
export function inputOf(
  resource: AnyResource,
  { input = [], asks = {} }: Action,
): { readonly names: readonly string[]; readonly resource: AnyResource } {
  const asked = Object.keys(asks)
  if (asked.length === 0) return { names: input, resource }
  return { names: [...input, ...asked], resource: { ...resource, fields: { ...resource.fields, ...asks } } }
}

/** Every action of the resource; a workflow's steps come first, each as an action on its state field. */
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
      ...(step.tone && { tone: step.tone }),
    },
  ])
  return { ...Object.fromEntries(steps), ...resource.actions }
}
