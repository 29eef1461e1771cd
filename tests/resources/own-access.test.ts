import { expect, test } from 'vitest'
import { baseOf, extended } from '#model/extension.ts'
import { field } from '#model/field.ts'
import { asAny } from '#model/registry.ts'
import type { AnyResource } from '#model/resource.ts'
import { ownAccess } from '#own/tests/access.expected.ts'
import { addedResources, resourceNamed } from '#resources/index.ts'
import { inOrder, type OwnAccess, rightsOf } from './own-access.ts'

/** Entities of the university whose rights are not as they are written down, each with what is declared. */
const differing = (resources: readonly AnyResource[], written: OwnAccess) =>
  resources.flatMap((resource) => {
    const base = baseOf(resource)
    const declared = rightsOf(resource, base === resource ? undefined : base)
    const isSame = JSON.stringify(sorted(declared)) === JSON.stringify(sorted(inOrder(written[resource.name] ?? {})))
    return isSame ? [] : [{ resource: resource.name, declared }]
  })
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, part]) => [key, sorted(part)]),
      )
    : value

test('what a university adds is open to whom own/tests/access.expected.ts says, and to nobody else (DECL-08)', () => {
  expect(differing(addedResources, ownAccess)).toEqual([])
  expect(Object.keys(ownAccess).toSorted()).toEqual(addedResources.map(({ name }) => name).toSorted())
})

test('an entity or a field that nothing is written down for, or another right, is found', () => {
  const courses = asAny({
    ...resourceNamed('courses'),
    name: 'rooms',
    fields: { seats: field.text({ max: 3, read: ['admin'] }) },
    access: { admin: { read: true } },
  })
  const right = { rooms: { grants: { admin: ['read'] }, fields: { seats: { read: ['admin'] } } } } as const
  expect(differing([courses], right)).toEqual([])
  for (const wrong of [
    {},
    { rooms: { ...right.rooms, fields: {} } },
    { rooms: { ...right.rooms, grants: { admin: ['read', 'update'] } } },
  ] as OwnAccess[])
    expect(differing([courses], wrong)).toMatchObject([{ resource: 'rooms', declared: { grants: { admin: ['read'] } } }])
})

test('of an entity of the program only what was added is asked', () => {
  const students = extended(resourceNamed('students'), [
    {
      name: 'students',
      fields: { card: field.text({ max: 9, optional: true, write: ['admin'] }) },
      access: { professor: { export: true } },
    },
  ])
  expect(differing([students], { students: { grants: { professor: ['export'] }, fields: { card: { write: ['admin'] } } } })).toEqual([])
  expect(differing([students], {})).toHaveLength(1)
})
