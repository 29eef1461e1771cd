/** Checks that every state of a workflow can be reached and that every transition can be taken by some role. */
import { isGranted, isReadable } from '../access.ts'
import { actionsOf } from '../actions.ts'
import { type AnyResource, isFieldType } from '../resource.ts'
import { didYouMean, type Report } from './report.ts'

export function checkWorkflow(resource: AnyResource, report: Report): void {
  const { workflow, fields } = resource
  checkRoles(resource, report)
  const state = workflow && fields[workflow.field]
  if (!workflow || !state || !isFieldType(state, 'choice')) return
  const place = `${resource.name}.workflow`
  const states = Object.keys(state.choices)
  const transitions = Object.entries(workflow.transitions)
  for (const name of workflow.setByServer ?? [])
    if (!states.includes(name)) report(`${place}.setByServer`, `unknown state "${name}"${didYouMean(name, states)}`)
  for (const [step, { from, to }] of transitions) {
    if (from.length === 0) report(`${place}.${step}`, 'from is empty, so the transition can never be taken')
    if (from.includes(to)) report(`${place}.${step}`, `from and to are both "${to}", so the transition changes nothing. Use an action.`)
  }
  const { default: usual } = state.options
  if (usual !== undefined && usual !== workflow.initial && states.includes(usual) && states.includes(workflow.initial))
    report(place, `initial is "${workflow.initial}", but the default of "${workflow.field}" is "${usual}". Use the same state for both.`)
  // A misspelt state is reported elsewhere and would make others unreachable.
  if (![workflow.initial, ...transitions.flatMap(([, { from, to }]) => [...from, to])].every((name) => states.includes(name))) return
  const reached = reachedStates(resource)
  for (const name of states.filter((one) => !reached.has(one)))
    report(place, `state "${name}" is unreachable. Add a transition to it, add it to setByServer if a hook sets it, or remove it.`)
}

/** The states that records can reach through transitions, actions and the server. */
function reachedStates({ workflow, actions = {} }: AnyResource): ReadonlySet<string> {
  if (!workflow) return new Set()
  const set = Object.values(actions).flatMap((action) => {
    const value = action.set[workflow.field]
    return typeof value === 'string' ? [value] : []
  })
  const reached = new Set([workflow.initial, ...set, ...(workflow.setByServer ?? [])])
  for (let before = -1; before !== reached.size; ) {
    before = reached.size
    for (const { from, to } of Object.values(workflow.transitions)) if (from.some((state) => reached.has(state))) reached.add(to)
  }
  return reached
}

/** Reports roles of actions and transitions that lack the permission to take them. */
function checkRoles(resource: AnyResource, report: Report): void {
  for (const [name, { roles, input = [] }] of Object.entries(actionsOf(resource))) {
    const fail = (problem: string) => report(`${resource.name}.actions.${name}`, problem)
    if (roles.length === 0) fail('roles is empty, so nobody can take it')
    for (const role of roles)
      if (!isGranted(resource, role, 'read')) fail(`role "${role}" may not read "${resource.name}". Grant read, or remove the role.`)
      else if (!isGranted(resource, role, 'act'))
        fail(`role "${role}" may neither act on nor update "${resource.name}". Grant act, or remove the role.`)
      else
        for (const field of input)
          if (Object.hasOwn(resource.fields, field) && !isReadable(resource, role, field))
            fail(`role "${role}" may not read the input "${field}". Add the role to read of the field.`)
  }
}
