import { readFileSync } from 'node:fs'
import { findFilterIssue } from '@matricola/schema/wire/filter-value.ts'
import { describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'

/** A field of applications or accounts for each field type in docs/filters.md. */
const fields: { readonly [type: string]: string } = {
  any: 'fileIdCardUrl',
  text: 'lastName',
  number: 'version',
  'number, money': 'version',
  'date, dateTime': 'submittedAt',
  dateTime: 'submittedAt',
  boolean: 'documentMissing',
  'choice, set, reference, links': 'status',
  'set, links': 'mailCopies',
}
const documented = [
  ...readFileSync(new URL('../../docs/filters.md', import.meta.url), 'utf8').matchAll(
    /^\| ([^|]+) \| `([^`]+)` \|/gm,
  ),
]

const registrations = getResource('registrations')
const id = '0199a000-0000-7000-8000-000000000001'

describe('the value of a filter', () => {
  test.each([
    ['submittedAt', '2026-11-09'],
    ['submittedAt', '2026-11-09..'],
    ['createdAt', '..2026-11-09'],
    ['submittedAt', '2026-11-09T08:00:00.000Z'],
    ['submittedAt', '2026-11-09T08:00:00Z..2026-11-09T10:00:00+02:00'],
    ['submittedAt', '2026-11-09T10:00:00 02:00..'],
    ['createdAt', '..2026-11-09T08:00:00.123456Z'],
    ['createdAt', '2026-11-09..2026-11-10T08:00:00Z'],
    ['birthDate', '2007-03-15,2007-03-16'],
    ['status', 'submitted,accepted'],
    ['status', ','],
    ['status', '!declined,accepted'],
    ['submittedAt', 'last-7-days'],
    ['birthDate', 'today..next-month'],
    ['fileIdCardUrl', '(none)'],
    ['assignedToId', '(some)'],
    ['assignedToId', `${id}, ${id}`],
    ['id', id],
    ['version', '1..3'],
    ['lastName', 'any..thing, at all'],
  ])('%s may be %s', (name, text) => {
    expect(findFilterIssue(registrations, name, text)).toBeNull()
  })

  test.each([
    ['submittedAt', '9.11', 'date.notIso'],
    ['submittedAt', '2026-02-30..', 'date.unreal'],
    ['submittedAt', '2026-11-09,2026-11-10', 'date.notIso'],
    ['submittedAt', '..', 'type.wrong'],
    ['birthDate', '15.03.2007', 'date.notIso'],
    ['birthDate', '15.03.2007..16.03.2007', 'date.notIso'],
    ['birthDate', '2007-03-15,15 martie 2007', 'date.notIso'],
    ['birthDate', '2007-02-30', 'date.unreal'],
    ['birthDate', '2007-03-15..2007-02-30', 'date.unreal'],
    ['submittedAt', '15.03.2007 10:30', 'date.notIso'],
    ['submittedAt', '2026-11-09 10:30', 'date.notIso'],
    ['status', 'submitted,lost', 'choice.unknown'],
    ['assignedToId', 'ana', 'reference.unknown'],
    ['version', '1,5x', 'type.wrong'],
    ['createdAt', 'someday', 'date.notIso'],
    ['createdAt', '2026-02-30T08:00:00Z', 'dateTime.unreal'],
    ['createdAt', '2026-11-09T25:00:00Z', 'dateTime.unreal'],
    ['birthDate', '2007-03-15T08:00:00Z', 'date.notIso'],
    ['cnp', '••••••••••017', 'filter.masked'],
    ['serialNumber', '•••••456', 'filter.masked'],
    ['status', '!lost', 'choice.unknown'],
    ['submittedAt', '!today', 'date.notIso'],
    ['fileIdCardUrl', 'diploma.pdf', 'type.wrong'],
  ])('%s may not be %s', (name, text, code) => {
    expect(findFilterIssue(registrations, name, text)).toEqual({ code })
  })

  test('a number keeps its decimals in a range, and a boolean is written as yes', () => {
    expect(findFilterIssue(getResource('departments'), 'budget', '1.5..2.25')).toBeNull()
    expect(findFilterIssue(getResource('departments'), 'isActive', 'yes')).toEqual({
      code: 'type.wrong',
    })
  })
})

test('every filter value in the documentation is valid, and every type in it is known', () => {
  const examples = documented.map(([, type = '', value = '']) => ({ type, value }))
  expect(new Set(examples.map(({ type }) => type))).toEqual(new Set(Object.keys(fields)))
  for (const { type, value } of examples) {
    const resource = getResource(fields[type] === 'mailCopies' ? 'users' : 'registrations')
    expect(findFilterIssue(resource, fields[type] ?? '', value), `${type}: ${value}`).toBeNull()
  }
})
