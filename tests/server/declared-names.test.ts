/** Declared names that become paths of the API and tables and columns of the database. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import {
  collectCalls,
  pathConflicts,
  type RegisteredCall,
} from '@matricola/server/app/path-conflicts.ts'
import { findNameConflicts } from '@matricola/server/database/name-conflicts.ts'
import { translateError } from '@matricola/server/database/translate-error.ts'
import { projectRoot } from '@matricola/testing/databases.ts'
import { expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { allResources, registry } from '#resources/index.ts'
import { defaultConfig } from '#tests/support/app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const found = collectCalls(
  testedApp,
  { ...defaultConfig, root: projectRoot },
  testedApp.loadTexts(),
)
const generated = (resource: string, path: string): RegisteredCall[] =>
  found
    .filter((call) => call.resource === 'courses')
    .map((call) => ({ ...call, resource, path: call.path.replace('courses', path) }))

test('every call of the program has a unique path', () => {
  expect(found.length).toBeGreaterThan(300)
  expect(pathConflicts(found, registry.isAdded)).toEqual([])
})

test.each([
  [
    'jobs',
    /^halls\.path: conflict on GET \/api\/jobs, GET \/api\/jobs\/:id with the call "[^"]+", the call "Returns a job"\. Use another path\.$/,
  ],
  [
    'students',
    /^halls\.path: conflict on .*GET \/api\/students\/:id\/history.* with a generated call of students\. Use another path\.$/,
  ],
  ['files', /^halls\.path: conflict on GET \/api\/files\/:id with /],
  ['search', /^halls\.path: conflict on GET \/api\/search with the call "[^"]+"/],
])('an entity with the path %s is refused in one line', (path, line) => {
  const lines = pathConflicts([...found, ...generated('halls', path)], (name) => name === 'halls')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(line)
})

test('a declared call with the path of a generated call is refused, even if the parameter has a different name', () => {
  const call = { method: 'GET', path: '/api/students/:code', summary: 'One by its code' }
  expect(pathConflicts([...found, call], registry.isAdded)).toEqual([
    'GET /api/students/:code: defined twice, by a generated call of students and by the call "One by its code". Change one of the paths.',
  ])
})

const halls = (fields: object, overrides: object = {}) =>
  asAnyResource(
    defineResource({
      ...{ name: 'halls', path: 'halls', icon: 'flag', title: ['name'], sections: {}, access: {} },
      fields: { name: field.text({ max: 20 }), ...fields },
      list: { columns: ['name'], sort: ['name'] },
      ...overrides,
    } as Parameters<typeof defineResource>[0]),
  )

test.each<[string, ReturnType<typeof halls>[], string]>([
  [
    'a field with the column of another',
    [halls({ roomID: field.text({ max: 9 }), roomId: field.text({ max: 9 }) })],
    'halls.roomId: column "room_id" is already used by roomID. Use another name.',
  ],
  [
    'a field with the column of a sort key',
    [halls({ nameKey: field.text({ max: 9 }) })],
    'halls.nameKey: column "name_key" is already used by name. Use another name.',
  ],
  [
    'a field with the column of the search text',
    [
      halls(
        { searchText: field.text({ max: 9 }) },
        { list: { columns: ['name'], sort: ['name'], search: ['name'] } },
      ),
    ],
    'halls.searchText: column "search_text" is already used by list.search. Use another name.',
  ],
  [
    'a field with the lookup column of an encrypted field',
    [halls({ pin: field.text({ max: 9, encrypted: true }), pinBidx: field.text({ max: 9 }) })],
    'halls.pinBidx: column "pin_bidx" is already used by pin. Use another name.',
  ],
])('%s is refused', (_, resources, line) => {
  expect(findNameConflicts(resources)).toEqual([line])
})

test('the names of the program are distinct in the database', () => {
  expect(findNameConflicts(allResources)).toEqual([])
})

test('names that the database truncates to the same name are refused', () => {
  const long = 'theHallInWhichTheCeremonyOfTheGraduates'
  const name = 'halls-of-the-university-and-its-partners'
  const resource = halls({ [`${long}A`]: field.boolean(), [`${long}B`]: field.boolean() }, { name })
  expect(findNameConflicts([resource])).toEqual([
    expect.stringMatching(
      /GraduatesB and .*GraduatesA: both get the database name halls_of_the_university_\w+, because PostgreSQL truncates longer names/,
    ),
  ])
})

test('a duplicate value is reported at its fields, even if the database truncates the name of their index', () => {
  const constraint = 'admission_programmes_admission_session_id_specialization_id_unique'.slice(
    0,
    63,
  )
  expect(translateError(registry, { code: '23505', constraint })).toMatchObject({
    details: {
      fields: {
        admissionSessionId: [{ code: 'value.taken' }],
        specializationId: [{ code: 'value.taken' }],
      },
    },
  })
})
