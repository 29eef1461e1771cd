/**
 * Reasons why a transition is refused: the state of the record, the caller, or a condition with its
 * own message.
 */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import type { AppError } from '@matricola/schema/wire/errors.ts'
import type { Permit } from '@matricola/server/policy/permit.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import { assertActionAllowed, parseAction } from '@matricola/server/records/writing/action.ts'
import { expect, test } from 'vitest'
import { field } from '#resources/field.ts'

const requests = asAnyResource(
  defineResource({
    name: 'requests',
    path: 'requests',
    icon: 'flag',
    title: ['what'],
    fields: {
      what: field.text({ max: 20 }),
      amount: field.integer({ min: 0, max: 1000 }),
      state: field.choice({ open: {}, checked: {}, done: {} }, { default: 'open' }),
      firstById: field.reference('users', { optional: true, write: [] }),
    },
    sections: { general: ['what', 'amount'] },
    list: { columns: ['what'], sort: ['what'] },
    workflow: {
      field: 'state',
      initial: 'open',
      transitions: {
        check: { from: ['open'], to: 'checked', roles: ['admin'], stamps: 'firstById' },
        approve: {
          from: ['checked'],
          to: 'done',
          roles: ['admin'],
          when: { and: [{ firstById: { ne: { user: 'id' } } }, { amount: { lte: 500 } }] },
        },
      },
    },
    actions: {
      reset: {
        on: ['row'],
        roles: ['admin'],
        when: { or: [{ firstById: { eq: { user: 'id' } } }] },
        set: { amount: 0 },
      },
    },
    access: { admin: { read: true, create: true, update: true } },
    texts: {
      refusals: {
        approve: 'The second approval requires another person, and an amount of at most 500.',
      },
    },
  }),
)

const permit = {
  resource: requests,
  role: 'admin',
  callerIdentity: { id: 'ana', role: 'admin' },
} as unknown as Permit // Only these parts are read.
function refusal(name: string, values: object): AppError | null {
  const record = {
    id: 'r',
    values: { what: 'x', amount: 100, firstById: 'dan', state: 'checked', ...values },
    reached: {},
  } as unknown as StoredRecord
  try {
    assertActionAllowed(permit, parseAction(permit, undefined, { name, body: {} }), record)
    return null
  } catch (error) {
    return error as AppError // Thrown by `assertActionAllowed`.
  }
}
const texts = {
  reason: { code: 'requests.refusals.approve' },
  fields: { _: [{ code: 'requests.refusals.approve' }] },
}

test('a second approval by another person is accepted', () => {
  expect(refusal('approve', {})).toBeNull()
})

test('a second approval by the same person is refused because of the person, with the declared message', () => {
  expect(refusal('approve', { firstById: 'ana' })).toMatchObject({
    code: 'transition.refused',
    details: texts,
  })
})

test('a transition from a different state is refused because of the state, regardless of the actor', () => {
  const refusedTransition = refusal('approve', { state: 'open', firstById: 'ana' })
  expect(refusedTransition).toMatchObject({
    code: 'transition.refused',
    details: { allowed: ['check', 'reset'] },
  })
  expect(refusedTransition?.details).not.toHaveProperty('reason')
})

test('a second approval is also refused with the declared message because of a condition on the record', () => {
  expect(refusal('approve', { amount: 900 })).toMatchObject({
    code: 'transition.refused',
    details: texts,
  })
  expect(refusal('approve', { amount: 900, firstById: 'ana' })).toMatchObject({
    code: 'transition.refused',
    details: texts,
  })
})

test('an action that only its first actor may perform is refused because of the person', () => {
  expect(refusal('reset', {})).toMatchObject({
    code: 'transition.refused',
    details: { reason: { code: 'transition.otherUserRequired' } },
  })
})
