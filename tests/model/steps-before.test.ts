import { stepsBefore } from '@matricola/schema/actions.ts'
import { expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'

const applications = getResource('registrations')

test('a submitted application has to be in review before it can be accepted', () => {
  expect(stepsBefore(applications, 'accept', { state: 'submitted', role: 'secretary' })).toEqual([
    'startReview',
  ])
})

test.each([
  ['the state already allows the action', 'accept', 'under_review', 'secretary'],
  ['a step needs input', 'accept', 'update_requested', 'secretary'],
  ['a step reverses a decision', 'accept', 'declined', 'admin'],
  ['the role may not make the step', 'accept', 'submitted', 'student'],
  ['the action is no transition', 'assign', 'submitted', 'secretary'],
])('no step is offered if %s', (_, action, state, role) => {
  expect(stepsBefore(applications, action, { state, role })).toEqual([])
})
