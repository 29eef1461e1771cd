import { field } from '@matricola/schema/field.ts'
import { defineResource, registrySlot } from '@matricola/schema/resource.ts'
import { expect, test } from 'vitest'
import { allResources } from '#resources/index.ts'

test.each(allResources.map((resource) => [resource.name, resource] as const))(
  'the declaration of %s is plain data and survives JSON unchanged',
  (_name, { [registrySlot]: _, ...resource }) => {
    expect(JSON.parse(JSON.stringify(resource))).toEqual(resource)
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
