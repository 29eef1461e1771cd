import { isGranted } from '@matricola/schema/access.ts'
import { actionsOf } from '@matricola/schema/actions.ts'
import { baseOf } from '@matricola/schema/extension.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { bulkFields } from '@matricola/schema/wire/bulk.ts'
import { describe, expect, test } from 'vitest'
import { getResource, universityResources } from '#resources/index.ts'
import { roles } from '#resources/roles.ts'
import { expectedMany } from './access.expected.ts'

/** A university's additions are checked against a separate table. */
const allResources = Object.values(universityResources).map(asAnyResource).map(baseOf)

describe('bulk operations', () => {
  test.each(allResources.map((resource) => [resource.name, resource] as const))(
    'on %s are allowed only for the roles in the table',
    (name, resource) => {
      const declaredGrants = Object.fromEntries(
        roles.map((role) => [
          role,
          (['bulk', 'import', 'export'] as const).filter((grant) =>
            isGranted(resource, role, grant),
          ),
        ]),
      )
      expect(declaredGrants).toEqual(
        Object.fromEntries(roles.map((role) => [role, expectedMany[name]?.[role] ?? []])),
      )
    },
  )

  test('never set the role of accounts, which requires the password of the user who changes it', () => {
    expect(bulkFields(getResource('users'), 'admin')).toEqual([
      'name',
      'phone',
      'description',
      'isActive',
    ])
  })

  test('include these actions on registrations and on students', () => {
    const forMany = (name: string) =>
      Object.entries(actionsOf(getResource(name)))
        .filter(([, { on }]) => on.includes('bulk'))
        .map(([action]) => action)
    const decisions = ['startReview', 'release', 'accept', 'decline', 'requestUpdate']
    expect(forMany('registrations')).toEqual(
      expect.arrayContaining([...decisions, 'assign', 'enrol']),
    )
    expect(forMany('students')).toEqual(expect.arrayContaining(['promote', 'suspend', 'graduate']))
  })
})
