/** Validates a requested action or workflow transition once, then checks it against each record. */

import { actionInput, actionsOf } from '@matricola/schema/actions.ts'
import { withComputed } from '@matricola/schema/computed.ts'
import { messageKeys, refusalKey } from '@matricola/schema/message-keys.ts'
import { conditionsOf, evaluate, fieldsRead, readsCaller } from '@matricola/schema/predicate.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { actionSchema, validateInput } from '@matricola/schema/validation.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import * as z from 'zod/mini'
import type { Permit } from '../../policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import { cachedSchema } from '../cached-schema.ts'
import type { ActionRequest, ResourceCode } from '../hooks.ts'
import type { StoredRecord } from '../reading/get-record.ts'
import { issuesForRole } from './prepare.ts'

export type { ActionRequest as AskedAction } from '../hooks.ts'

/**
 * Validates an action's name and input for the permit's role. Throws `path.unknown`,
 * `access.denied` and `input.invalid`.
 */
export function parseAction(
  permit: Permit,
  code: ResourceCode | undefined,
  call: { name: string; body: unknown },
): ActionRequest {
  const { resource, role } = permit
  const { name } = call
  const actions = actionsOf(resource)
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw new AppError('path.unknown')
  if (!action.roles.includes(role)) throw new AppError('access.denied')
  const { names, resource: inputResource } = actionInput(resource, action)
  const additionalInputs = code?.inputs?.[name] ?? {}
  const schema = cachedSchema(resource, `action/${name}`, () =>
    z.strictObject({ ...actionSchema(inputResource, names).shape, ...additionalInputs }),
  )
  const body = (call.body ?? {}) as Values
  // Optional fields may be left out of an action. Fields that the declaration requires may not.
  const missing = names.filter(
    (field) => !Object.hasOwn(body, field) && fieldOf(inputResource, field).options.optional,
  )
  const result = validateInput(schema, {
    ...Object.fromEntries(missing.map((field) => [field, null])),
    ...body,
  })
  if (!result.ok) throw invalidInput(issuesForRole(resource, permit, result.fields, 'update'))
  const { version, ...fieldInput } = result.value as { version?: number; [field: string]: unknown }
  const isAdditional = ([field]: [string, unknown]) => !action.input?.includes(field)
  const fields = Object.fromEntries(
    Object.entries(fieldInput).filter((entry) => !isAdditional(entry)),
  )
  const input = Object.fromEntries(
    [...Object.keys(action.extraFields ?? {}), ...Object.keys(additionalInputs)].map((field) => [
      field,
      fieldInput[field],
    ]),
  )
  return { name, action, values: { ...action.set, ...fields }, input, version }
}

/**
 * Throws `transition.refused` if the record does not meet the action's condition, with the actions
 * that are allowed. If the workflow state is not the cause, the error also has the declared reason
 * (`texts.refusals`), or says that another user has to make the transition.
 */
export function assertActionAllowed(
  { resource, role, callerIdentity }: Permit,
  { name, action }: ActionRequest,
  record: StoredRecord,
): void {
  const values = withComputed(resource, {
    ...record.values,
    ...record.referencedValues,
    id: record.id,
  })
  if (!action.when || evaluate(action.when, values, callerIdentity)) return
  const allowed = Object.entries(actionsOf(resource)).filter(
    ([, other]) =>
      other.roles.includes(role) && (!other.when || evaluate(other.when, values, callerIdentity)),
  )
  const unmet = conditionsOf(action.when).filter(
    (condition) => !evaluate(condition, values, callerIdentity),
  )
  const state =
    resource.workflow && Object.hasOwn(resource.workflow.transitions, name)
      ? resource.workflow.field
      : undefined
  const isInState =
    state === undefined || !unmet.some((condition) => fieldsRead(condition).includes(state))
  const key = refusalKey(resource, name)
  const customIssue = isInState && messageKeys(resource).includes(key) ? { code: key } : undefined
  const reason =
    customIssue ??
    (isInState && unmet.every(readsCaller) ? { code: 'transition.otherUserRequired' } : undefined)
  throw new AppError('transition.refused', {
    allowed: allowed.map(([other]) => other),
    ...(reason && { reason }),
    ...(customIssue && { fields: { _: [customIssue] } }),
  })
}

/**
 * Whether the record already has every value that the action sets. False if the action sets none.
 */
export function isAlreadyDone({ action }: ActionRequest, { values }: StoredRecord): boolean {
  const set = Object.entries(action.set)
  return set.length > 0 && set.every(([name, value]) => (values[name] ?? null) === value)
}
