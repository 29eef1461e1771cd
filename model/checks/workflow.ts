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
  for (const name of workflow.byServer ?? [])
    if (!states.includes(name)) report(`${place}.byServer`, `names the unknown state ${name}${didYouMean(name, states)}`)
  for (const [step, { from, to }] of transitions) {
    if (from.length === 0) report(`${place}.${step}`, 'leads from no state, so nobody can ever take it')
    if (from.includes(to))
      report(`${place}.${step}`, `leads from ${to} to ${to}, which changes nothing: use an action for what it does besides`)
  }
  const { default: usual } = state.options
  if (usual !== undefined && usual !== workflow.initial && states.includes(usual) && states.includes(workflow.initial))
    report(place, `begins with ${workflow.initial}, and ${workflow.field} has the default ${usual}: say the same in both`)
  // A misspelt state is reported elsewhere and would make others unreachable.
  if (![workflow.initial, ...transitions.flatMap(([, { from, to }]) => [...from, to])].every((name) => states.includes(name))) return
  const reached = reachedStates(resource)
  for (const name of states.filter((one) => !reached.has(one)))
    report(place, `never reaches the state ${name}: add a transition to it, name it in byServer where hooks set it, or leave it out`)
}

/** The states that records can reach through transitions, actions and the server. */
function reachedStates({ workflow, actions = {} }: AnyResource): ReadonlySet<string> {
  if (!workflow) return new Set()
  const set = Object.values(actions).flatMap((action) => {
    const value = action.set[workflow.field]
    return typeof value === 'string' ? [value] : []
  })
  const reached = new Set([workflow.initial, ...set, ...(workflow.byServer ?? [])])
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
    if (roles.length === 0) fail('names no role, so nobody can ever take it')
    for (const role of roles)
      if (!isGranted(resource, role, 'read')) fail(`is for ${role}, who may not read ${resource.name}: grant read, or leave the role out`)
      else if (!isGranted(resource, role, 'act'))
        fail(`is for ${role}, who may neither act on ${resource.name} nor update it: grant act, or leave the role out`)
      else
        for (const field of input)
          if (Object.hasOwn(resource.fields, field) && !isReadable(resource, role, field))
            fail(`asks ${role} for ${field}, which ${role} may not read: name the role in read of the field`)
  }
}
