/** Checks conditions, actions, transitions, stamps and notifications. */
import { actionsOf } from '../actions.ts'
import { isEncrypted } from '../field.ts'
import type { AnyResource, NotificationRule } from '../resource.ts'
import { fieldOf, findAccountField, storedEntries, toNames } from '../resource-fields.ts'
import { accountResource, grants, type Role } from '../vocabulary.ts'
import { checkCondition, valueMistake } from './conditions.ts'
import { unknownField } from './field-references.ts'
import { checkField } from './fields.ts'
import { didYouMean, type Report } from './report.ts'

type All = { readonly [name: string]: AnyResource }

/** Names that the API and `_can` use for things other than actions. */
const reservedActionNames = new Set<string>([...grants, 'list', 'show', 'edit', 'restore', 'undo'])

export function checkConditions(resource: AnyResource, report: Report): void {
  const { name, fields } = resource
  const readable = { resource, fields }
  const recordContext = { ...readable, isOfRecord: true } as const
  for (const [field, rule] of Object.entries(resource.form ?? {})) {
    for (const condition of [rule?.visibleWhen, rule?.requiredWhen, rule?.readOnlyWhen])
      if (condition) checkCondition(`${name}.form.${field}`, condition, recordContext, report)
    if (rule?.visibleWhen && fields[field] && !fields[field].options.optional)
      report(`${name}.${field}`, 'must be optional, because form.visibleWhen can hide it')
  }
  for (const [rule, { check, field }] of Object.entries(resource.rules ?? {})) {
    checkCondition(`${name}.rules.${rule}`, check, recordContext, report)
    if (!Object.hasOwn(fields, field))
      report(`${name}.rules.${rule}`, unknownField(field, resource))
  }
  for (const [view, { where }] of Object.entries(resource.list.views ?? {}))
    checkCondition(`${name}.list.views.${view}`, where, readable, report)
}

export function checkActions(all: All, resource: AnyResource, report: Report): void {
  const { fields, workflow } = resource
  const state = workflow && fields[workflow.field]
  if (workflow) {
    const path = `${resource.name}.workflow`
    if (state?.type !== 'choice') {
      report(path, `field "${workflow.field}" must be a choice`)
      return
    }
    const unknownState = (value: string) =>
      `unknown state "${value}"${didYouMean(value, Object.keys(state.choices))}`
    if (!Object.hasOwn(state.choices, workflow.initial))
      report(path, unknownState(workflow.initial))
    for (const [transition, { from, to }] of Object.entries(workflow.transitions))
      for (const value of [...from, to])
        if (!Object.hasOwn(state.choices, value))
          report(`${path}.${transition}`, unknownState(value))
  }
  for (const [name, action] of Object.entries(actionsOf(resource))) {
    const isTransition = workflow !== undefined && Object.hasOwn(workflow.transitions, name)
    const fail = (problem: string) => report(`${resource.name}.actions.${name}`, problem)
    if (reservedActionNames.has(name)) fail(`the name "${name}" is reserved. Use another name.`)
    if (isTransition && Object.hasOwn(resource.actions ?? {}, name))
      fail('a transition has the same name. Use another name.')
    // `from` and `to` of transitions were checked above.
    const when = isTransition ? workflow.transitions[name]?.when : action.when
    if (when)
      checkCondition(
        `${resource.name}.actions.${name}`,
        when,
        { resource, fields, id: true },
        report,
      )
    for (const field of [...Object.keys(action.set), ...(action.input ?? [])])
      if (!Object.hasOwn(fields, field)) fail(unknownField(field, resource))
    if (!isTransition)
      for (const [field, value] of Object.entries(action.set)) {
        const mistake =
          Object.hasOwn(fields, field) && valueMistake(fieldOf(resource, field), value)
        if (mistake) fail(`cannot set "${field}": ${mistake}`)
      }
    for (const field of action.requires ?? [])
      if (!action.input?.includes(field)) fail(`requires "${field}", which is not in input`)
    for (const [field, spec] of Object.entries(action.extraFields ?? {})) {
      if (Object.hasOwn(fields, field))
        fail(
          `"${field}" in extraFields is already a field of the resource. Use input, or another name.`,
        )
      checkField(all, resource, field, spec, report)
    }
  }
}

export function checkStamps(all: All, resource: AnyResource, report: Report): void {
  const initial = toNames(resource.workflow?.stamps)
  stampableFields(`${resource.name}.workflow.stamps`, initial, [])
  for (const [name, { stamps, roles }] of Object.entries(actionsOf(resource))) {
    const path = `${resource.name}.actions.${name}.stamps`
    for (const field of stampableFields(path, toNames(stamps), roles))
      if (!resource.fields[field]?.options.optional && !initial.includes(field))
        report(path, `field "${field}" must be optional, because it has no value until the action`)
  }

  /** Returns the fields that can be stamped and reports the others. */
  function stampableFields(
    path: string,
    fields: readonly string[],
    roles: readonly Role[],
  ): string[] {
    return fields.filter((name) => {
      const problem = stampMistake(all, resource, name, roles)
      if (problem) report(path, problem)
      return !problem
    })
  }
}

function stampMistake(
  all: All,
  resource: AnyResource,
  name: string,
  roles: readonly Role[],
): string | undefined {
  const spec = resource.fields[name]
  if (!spec) return unknownField(name, resource)
  if (spec.options.write?.length !== 0) return `users may write field "${name}". Set write: [].`
  if (spec.type === 'dateTime' || spec.type === 'date') return undefined
  if (spec.type !== 'reference')
    return `field "${name}" must be a date, a date and time, or a reference to a person`
  return spec.to === accountResource || hasEveryUser(roles, all[spec.to])
    ? undefined
    : `field "${name}" refers to "${spec.to}", and not every user who may take the action has a record there`
}

/**
 * Whether every user with one of the roles has a record in the resource that is linked to the
 * account.
 */
function hasEveryUser(roles: readonly Role[], resource: AnyResource | undefined): boolean {
  const [, account] = (resource && findAccountField(resource)) ?? []
  const role = account?.type === 'reference' ? account.options.optionsWhere?.role : undefined
  return roles.length > 0 && roles.every((each) => each === role)
}

export function checkNotificationRules(all: All, resource: AnyResource, report: Report): void {
  const actionNames = ['create', ...Object.keys(actionsOf(resource))]
  const stored = Object.fromEntries(storedEntries(resource))
  for (const [trigger, rules] of Object.entries(resource.notifies ?? {})) {
    const path = `${resource.name}.notifies.${trigger}`
    const isField = Object.hasOwn(stored, trigger)
    if (isField && actionNames.includes(trigger))
      report(path, 'ambiguous: there is a field and an action with this name')
    if (!isField && !actionNames.includes(trigger))
      report(
        path,
        `unknown transition, action or field${didYouMean(trigger, [...actionNames, ...Object.keys(stored)])}`,
      )
    for (const rule of [rules].flat()) checkNotificationRule(path, rule)
  }

  function checkNotificationRule(
    path: string,
    { type, to, subject, when }: NotificationRule,
  ): void {
    const types = all.notifications?.fields.type
    if (types?.type !== 'choice' || !Object.hasOwn(types.choices, type))
      report(
        path,
        `unknown notification type "${type}"${didYouMean(type, types?.type === 'choice' ? Object.keys(types.choices) : [])}`,
      )
    if (typeof to === 'object' && 'role' in to) {
      if (!resource.access[to.role]?.read)
        report(path, `role "${to.role}" may not read "${resource.name}"`)
    } else
      for (const name of toNames(to)) {
        const spec = resource.fields[name]
        const target = spec?.type === 'reference' ? all[spec.to] : undefined
        if (!spec) report(path, unknownField(name, resource))
        else if (!target || (target.name !== accountResource && !findAccountField(target)))
          report(path, `field "${name}" does not refer to a user`)
      }
    const spec = subject === undefined ? undefined : resource.fields[subject]
    if (subject !== undefined && !spec) report(path, `subject: ${unknownField(subject, resource)}`)
    if (
      spec &&
      (!['text', 'reference'].includes(spec.type) || isEncrypted(spec) || spec.options.computed)
    )
      report(
        path,
        `subject: field "${subject}" must be a text or a reference, and neither encrypted nor computed`,
      )
    if (when) checkCondition(path, when, { resource, fields: stored }, report)
  }
}
