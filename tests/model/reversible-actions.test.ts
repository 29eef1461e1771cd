import { reversibilityOf } from '@matricola/schema/actions.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'

const callerWith = (role: Role) => ({ role, id: 'user', userId: 'user' })

test('a user can undo the deactivation of a record', () => {
  expect(
    reversibilityOf(
      getResource('departments'),
      'deactivate',
      { isActive: true },
      callerWith('admin'),
    ),
  ).toBe('own')
})

test('a published exam can become a draft again, but a cancelled one cannot', () => {
  const exam = { state: 'draft' }
  expect(reversibilityOf(getResource('exams'), 'publish', exam, callerWith('secretary'))).toBe(
    'own',
  )
  expect(reversibilityOf(getResource('exams'), 'cancel', exam, callerWith('secretary'))).toBe(
    'none',
  )
})

test('a student who withdraws an appeal or a request cannot resubmit it', () => {
  expect(
    reversibilityOf(
      getResource('grade-appeals'),
      'withdraw',
      { status: 'open' },
      callerWith('student'),
    ),
  ).toBe('none')
  expect(
    reversibilityOf(
      getResource('data-changes'),
      'withdraw',
      { status: 'requested' },
      callerWith('student'),
    ),
  ).toBe('none')
})

test('undo is not offered if only other users can revert the transition', () => {
  const exam = { status: 'eligible' }
  expect(
    reversibilityOf(getResource('license-exams'), 'markAbsent', exam, callerWith('admin')),
  ).toBe('own')
  expect(
    reversibilityOf(getResource('license-exams'), 'markAbsent', exam, callerWith('secretary')),
  ).toBeUndefined()
})
