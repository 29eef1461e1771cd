import { isGranted } from '@matricola/schema/access.ts'
import {
  exportRequiresReauthentication,
  exportRequiresReauthenticationIn,
  hasPower,
  powersIn,
  powersOf,
} from '@matricola/schema/powers.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { passwordProtectedFields } from '@matricola/schema/resource-fields.ts'
import { expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { allResources, getResource, registry, resources } from '#resources/index.ts'
import { roles } from '#resources/roles.ts'

const exported = allResources.filter((resource) =>
  roles.some((role) => isGranted(resource, role, 'export')),
)

test('the powers of a role follow from the fields and records that it may write', () => {
  expect(
    Object.fromEntries(roles.map((role) => [role, [...powersOf(registry, role)].sort()])),
  ).toEqual({
    admin: ['accounts', 'decisions', 'export', 'grades', 'money', 'settings'],
    secretary: ['decisions', 'export', 'money'],
    professor: ['export', 'grades'],
    student: [],
  })
  expect(roles.filter((role) => hasPower(registry, role))).toEqual([
    'admin',
    'secretary',
    'professor',
  ])
})

test('exports of protected personal data, and of entities that refer to it, require the password', () => {
  expect(exported.filter(exportRequiresReauthentication).map(({ name }) => name)).toEqual([
    'users',
    'professors',
    'students',
    'class-enrolments',
    'exam-resits',
    'grades',
    'grade-appeals',
    'license-exams',
    'finances',
    'receipts',
    'certificates',
    'data-changes',
    'registrations',
    'application-choices',
    'application-messages',
    'admission-appeals',
    'bank-payments',
  ])
})

test('fields that link an account to a person can be changed only right after reauthentication', () => {
  for (const name of ['students', 'professors'])
    expect(passwordProtectedFields(getResource(name))).toContain('userId')
  expect(passwordProtectedFields(getResource('registrations'))).toEqual([])
})

/** An entity that a university might add. */
const added = (overrides: Partial<AnyResource>): AnyResource => ({
  name: 'lockers',
  path: 'lockers',
  icon: 'flag',
  title: ['code'],
  fields: { code: field.text({ max: 20 }) },
  sections: { general: ['code'] },
  list: { columns: ['code'], sort: ['code'] },
  access: { student: { read: true, update: true }, admin: { read: true, export: true } },
  ...overrides,
})
const all = (overrides: Partial<AnyResource>) =>
  ({ ...resources, lockers: added(overrides) }) as { readonly [name: string]: AnyResource }
const asks = (overrides: Partial<AnyResource>) =>
  exportRequiresReauthenticationIn(all(overrides), added(overrides))

test.each<[string, Partial<AnyResource>, boolean]>([
  ['refers to nobody', {}, false],
  [
    'refers to a student',
    { fields: { code: field.text({ max: 20 }), studentId: field.reference('students') } },
    true,
  ],
  [
    'refers to a grade, and so to a student',
    {
      fields: {
        code: field.text({ max: 20 }),
        gradeId: field.reference('grades', { optional: true }),
      },
    },
    true,
  ],
  [
    'refers to several applications',
    { fields: { code: field.text({ max: 20 }), people: field.links('registrations', { max: 5 }) } },
    true,
  ],
  [
    'refers to a department',
    { fields: { code: field.text({ max: 20 }), departmentId: field.reference('departments') } },
    false,
  ],
  ['has logged reads', { logsReads: true }, true],
  [
    'has an encrypted number',
    { fields: { code: field.text({ max: 20 }), cnp: field.nationalId() } },
    true,
  ],
  [
    'refers to a student, but declares that the file is harmless',
    {
      exportRequiresReauthentication: false,
      fields: { code: field.text({ max: 20 }), studentId: field.reference('students') },
    },
    false,
  ],
])('whether an export requires the password if the added entity %s', (_, overrides, expected) => {
  expect(asks(overrides)).toBe(expected)
})

test('an added entity or field gives its power to the roles that may write it', () => {
  expect(powersIn(all({ power: 'money' }), 'student').has('money')).toBe(true)
  expect(powersIn(all({ power: 'money' }), 'professor').has('money')).toBe(false)
  const fields = { code: field.text({ max: 20, write: ['admin'], power: 'decisions' }) }
  expect(powersIn(all({ fields }), 'student').size).toBe(0)
})
