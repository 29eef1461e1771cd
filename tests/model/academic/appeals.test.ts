import { expect, test } from 'vitest'
import { findAppealRefusal } from '#resources/academic/appeals.ts'

const grade = { state: 'published', publishedAt: '2027-01-25T10:00:00.000Z', isAppealed: false }
const refusalAt = (now: string, parts: Partial<typeof grade> | { publishedAt: null } = {}) =>
  findAppealRefusal({ ...grade, ...parts }, { now: new Date(now), appealHours: 48 })

test('a grade can be appealed from its publication until the deadline, whether or not its grade sheet is locked', () => {
  expect(refusalAt('2027-01-25T10:00:00.000Z')).toBeNull()
  expect(refusalAt('2027-01-27T09:59:59.999Z')).toBeNull()
  expect(refusalAt('2027-01-27T10:00:00.000Z')).toBe('appeal.tooLate')
  expect(refusalAt('2027-01-26T10:00:00.000Z', { state: 'locked' })).toBeNull()
})

test('a draft grade, or a grade that was already appealed, cannot be appealed', () => {
  expect(refusalAt('2027-01-25T11:00:00.000Z', { state: 'draft' })).toBe('appeal.notPublished')
  expect(refusalAt('2027-01-25T11:00:00.000Z', { publishedAt: null })).toBe('appeal.notPublished')
  expect(refusalAt('2027-01-25T11:00:00.000Z', { isAppealed: true })).toBe('appeal.once')
  expect(refusalAt('2027-02-25T11:00:00.000Z', { isAppealed: true })).toBe('appeal.once')
})
