import { expect, test } from 'vitest'
import { wayBackFrom } from '#model/actions.ts'
import type { Role } from '#model/vocabulary.ts'
import { resourceNamed } from '#resources/index.ts'

const asker = (role: Role) => ({ role, id: 'somebody', userId: 'somebody' })

test('a user who sets a record aside can take it back', () => {
  expect(wayBackFrom(resourceNamed('departments'), 'deactivate', { isActive: true }, asker('admin'))).toBe('own')
})

test('a published exam can become a draft again, and a cancelled one cannot', () => {
  const exam = { state: 'draft' }
  expect(wayBackFrom(resourceNamed('exams'), 'publish', exam, asker('secretary'))).toBe('own')
  expect(wayBackFrom(resourceNamed('exams'), 'cancel', exam, asker('secretary'))).toBe('none')
})

test('a student who withdraws an appeal or a request cannot resubmit it', () => {
  expect(wayBackFrom(resourceNamed('grade-appeals'), 'withdraw', { status: 'open' }, asker('student'))).toBe('none')
  expect(wayBackFrom(resourceNamed('data-changes'), 'withdraw', { status: 'requested' }, asker('student'))).toBe('none')
})

test('no way back is offered if only other users can revert the transition', () => {
  const exam = { status: 'eligible' }
  expect(wayBackFrom(resourceNamed('license-exams'), 'markAbsent', exam, asker('admin'))).toBe('own')
  expect(wayBackFrom(resourceNamed('license-exams'), 'markAbsent', exam, asker('secretary'))).toBeUndefined()
})
