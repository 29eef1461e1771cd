import { applyExtensions, baseOf } from '@matricola/schema/extension.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { expect, test } from 'vitest'
import { customAccess } from '#custom/tests/access.expected.ts'
import { field } from '#resources/field.ts'
import { getResource, registry } from '#resources/index.ts'
import { type CustomAccess, rightsOf, sortRights } from './custom-access.ts'

/**
 * Returns the custom entities whose declared permissions differ from the listed ones, with the
 * declared permissions.
 */
const findDifferences = (resources: readonly AnyResource[], written: CustomAccess) =>
  resources.flatMap((resource) => {
    const base = baseOf(resource)
    const declared = rightsOf(resource, base === resource ? undefined : base)
    const isSame =
      JSON.stringify(sorted(declared)) ===
      JSON.stringify(sorted(sortRights(written[resource.name] ?? {})))
    return isSame ? [] : [{ resource: resource.name, declared }]
  })
/** Describes each difference in a sentence that says what to do. */
const sentences = (resources: readonly AnyResource[], written: CustomAccess): string[] => [
  ...findDifferences(resources, written).map(
    ({ resource, declared }) =>
      `custom/tests/access.expected.ts: ${resource} ${written[resource] ? 'has permissions that differ from its declaration' : 'is missing'}. The declaration says ${JSON.stringify(declared)}. Copy this to the file if it is correct; otherwise change the declaration.`,
  ),
  ...resources
    .map(({ name }) => name)
    .filter(
      (name) =>
        !Object.hasOwn(written, name) &&
        !findDifferences(resources, written).some(({ resource }) => resource === name),
    )
    .map(
      (name) =>
        `custom/tests/access.expected.ts: ${name} is missing. Its custom declarations add no permissions or restrictions, so add \`'${name}': {}\`.`,
    ),
  ...Object.keys(written)
    .filter((name) => !resources.some((resource) => resource.name === name))
    .map(
      (name) =>
        `custom/tests/access.expected.ts: ${name} is neither an entity that custom/ adds nor one that it extends. Remove it.`,
    ),
]
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, part]) => [key, sorted(part)]),
      )
    : value

test('the permissions of custom entities and fields are exactly those listed in custom/tests/access.expected.ts', () => {
  expect(sentences(registry.customized, customAccess)).toEqual([])
})

test('missing and superfluous entries of the list are reported in full sentences', () => {
  const students = applyExtensions(getResource('students'), [
    { name: 'students', fields: { card: field.text({ max: 9, optional: true }) } },
  ])
  expect(sentences([students], { students: {} })).toEqual([])
  expect(sentences([students], {})).toEqual([
    "custom/tests/access.expected.ts: students is missing. Its custom declarations add no permissions or restrictions, so add `'students': {}`.",
  ])
  expect(sentences([students], { students: { grants: { admin: ['export'] } } })[0]).toContain(
    'students has permissions that differ from its declaration',
  )
  expect(sentences([], { rooms: {} })[0]).toContain(
    'rooms is neither an entity that custom/ adds nor one that it extends',
  )
})

test('an entity or a field without an entry, or with a different permission, is reported', () => {
  const courses = asAnyResource({
    ...getResource('courses'),
    name: 'rooms',
    fields: { seats: field.text({ max: 3, read: ['admin'] }) },
    access: { admin: { read: true } },
  })
  const right = {
    rooms: { grants: { admin: ['read'] }, fields: { seats: { read: ['admin'] } } },
  } as const
  expect(findDifferences([courses], right)).toEqual([])
  for (const invalid of [
    {},
    { rooms: { ...right.rooms, fields: {} } },
    { rooms: { ...right.rooms, grants: { admin: ['read', 'update'] } } },
  ] as CustomAccess[])
    expect(findDifferences([courses], invalid)).toMatchObject([
      { resource: 'rooms', declared: { grants: { admin: ['read'] } } },
    ])
})

test('only additions to an entity of the program need an entry', () => {
  const students = applyExtensions(getResource('students'), [
    {
      name: 'students',
      fields: { card: field.text({ max: 9, optional: true, write: ['admin'] }) },
      access: { professor: { export: true } },
    },
  ])
  expect(
    findDifferences([students], {
      students: { grants: { professor: ['export'] }, fields: { card: { write: ['admin'] } } },
    }),
  ).toEqual([])
  expect(findDifferences([students], {})).toHaveLength(1)
})
