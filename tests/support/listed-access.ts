/**
 * Compares the lists of the program's own entities with the documented read access of each role.
 */

import { baseOf } from '@matricola/schema/extension.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { expect } from 'vitest'
import { universityResources } from '#resources/index.ts'
import { roles } from '#resources/roles.ts'
import { expectedAccess } from '#tests/resources/access.expected.ts'
import type { SeededUniversity } from './seed-university.ts'

/** The program's own entities. Entities that a university added have a separate table. */
export const listedResources = Object.values(universityResources)
  .map((resource) => baseOf(asAnyResource(resource)))
  .filter((resource) => !resource.singleton)

export const accessCases = listedResources.flatMap((resource) =>
  roles.map((role): [string, Role, AnyResource] => [resource.name, role, resource]),
)

export const expectedAccessOf = (resource: string, role: Role) => {
  const found = expectedAccess[resource]?.[role]
  if (!found) throw new Error(`the table has no entry for ${resource} and ${role}`)
  return found
}

/** Asserts that the list returns exactly the records that the role may read. */
export async function expectListedRecords(
  api: TestApp,
  university: SeededUniversity,
  role: Role,
  resource: AnyResource,
): Promise<void> {
  const { reads } = expectedAccessOf(resource.name, role)
  const answer = await api.call<Page<WireRecord>>(
    university[role],
    'GET',
    `${endpointsOf(resource).list.path}?pageSize=100`,
  )
  if (reads === null)
    return expect([answer.status, answer.failure.code]).toEqual([403, 'access.denied'])
  const visible = university.seeded.filter(
    (one) => one.resource === resource.name && answer.data.list.some(({ id }) => id === one.id),
  )
  expect(visible.map(({ label }) => label).sort()).toEqual([...reads].sort())
  expect(answer.data.totalCount).toBe(answer.data.list.length)
}
