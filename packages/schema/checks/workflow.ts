/**
 * Checks that every state of a workflow can be reached and that every transition can be taken by
 * some role.
 */
import { isGranted, isReadable } from '../access.ts'
import { actionsOf } from '../actions.ts'
import { isFieldType } from '../field.ts'
import type { AnyResource } from '../resource.ts'
import { didYouMean, type Report } from './report.ts'

export function checkWorkflow(resource: AnyResource, report: Report): void {
  const { workflow, fields } = resource
  checkRoles(resource, report)
  const state = workflow && fields[workflow.field]
  if (!workflow || !state || !isFieldType(state, 'choice')) return
  const path = `${resource.name}.workflow`
  const states = Object.keys(state.choices)
  const transitions = Object.entries(workflow.transitions)
  for (const name of workflow.setByServer ?? [])
    if (!states.includes(name))
      report(`${path}.setByServer`, `unknown state "${name}"${didYouMean(name, states)}`)
  for (const [transition, { from, to }] of transitions) {
    if (from.length === 0)
      report(`${path}.${transition}`, 'from is empty, so the transition can never be taken')
    if (from.includes(to))
      report(
        `${path}.${transition}`,
        `from and to are both "${to}", so the transition changes nothing. Use an action.`,
      )
  }
  const { default: defaultState } = state.options
  if (
    defaultState !== undefined &&
    defaultState !== workflow.initial &&
    states.includes(defaultState) &&
    states.includes(workflow.initial)
  )
    report(
      path,
      `initial is "${workflow.initial}", but the default of "${workflow.field}" is "${defaultState}". Use the same state for both.`,
    )
  // A misspelt state is reported elsewhere and would make others unreachable.
  if (
    ![workflow.initial, ...transitions.flatMap(([, { from, to }]) => [...from, to])].every((name) =>
      states.includes(name),
    )
  )
    return
  const reachable = reachableStates(resource)
  for (const name of states.filter((one) => !reachable.has(one)))
    report(
      path,
      `state "${name}" is unreachable. Add a transition to it, add it to setByServer if a hook sets it, or remove it.`,
    )
}

/** The states that records can reach through transitions, actions and the server. */
function reachableStates({ workflow, actions = {} }: AnyResource): ReadonlySet<string> {
  if (!workflow) return new Set()
  const set = Object.values(actions).flatMap((action) => {
    const value = action.set[workflow.field]
    return typeof value === 'string' ? [value] : []
  })
  const reachable = new Set([workflow.initial, ...set, ...(workflow.setByServer ?? [])])
  for (let before = -1; before !== reachable.size; ) {
    before = reachable.size
    for (const { from, to } of Object.values(workflow.transitions))
      if (from.some((state) => reachable.has(state))) reachable.add(to)
  }
  return reachable
}

/** Reports roles of actions and transitions that lack the permission to take them. */
function checkRoles(resource: AnyResource, report: Report): void {
  for (const [name, { roles, input = [] }] of Object.entries(actionsOf(resource))) {
    const fail = (problem: string) => report(`${resource.name}.actions.${name}`, problem)
    if (roles.length === 0) fail('roles is empty, so nobody can take it')
    for (const role of roles)
      if (!isGranted(resource, role, 'read'))
        fail(`role "${role}" may not read "${resource.name}". Grant read, or remove the role.`)
      else if (!isGranted(resource, role, 'act'))
        fail(
          `role "${role}" may neither act on nor update "${resource.name}". Grant act, or remove the role.`,
        )
      else
        for (const field of input)
          if (Object.hasOwn(resource.fields, field) && !isReadable(resource, role, field))
            fail(
              `role "${role}" may not read the input "${field}". Add the role to read of the field.`,
            )
  }
}
