import { joinRegistry } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { allResources, registry } from '#resources/index.ts'

test.each(allResources.map((resource) => [resource.name, resource] as const))(
  'the declaration of %s is plain data and survives JSON unchanged',
  (_name, resource) => {
    const copy: object = JSON.parse(JSON.stringify(resource))
    // Only its registry and its field types are not data.
    expect(joinRegistry(registry, copy)).toEqual(resource)
  },
)

test('a list opens with a declared view, and an undeclared name does not compile', () => {
  const rooms = defineResource({
    name: 'rooms',
    path: 'rooms',
    icon: 'flag',
    title: ['name'],
    fields: { name: field.text({ max: 40 }), isActive: field.boolean({ default: true }) },
    sections: { general: ['name', 'isActive'] },
    list: {
      columns: ['name'],
      sort: ['name'],
      views: { inUse: { where: { isActive: { eq: true } } } },
      // @ts-expect-error: there is no such view
      defaultView: 'free',
    },
    access: {},
  })
  expect(rooms.list.defaultView).toBe('free')
})
