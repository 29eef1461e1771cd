import { menuMistakes } from '@matricola/schema/checks/menu.ts'
import type { MenuSection } from '@matricola/schema/menu.ts'
import { expect, test } from 'vitest'
import { declareLibrary } from '../library/declarations.ts'

const registry = declareLibrary()
const mistakesWith = (...sections: readonly MenuSection[]) =>
  menuMistakes({ ...registry, areas: { ...registry.areas, menus: { admin: sections } } }, [])
const section = { name: 'lending', icon: 'calendar', entries: [{ resource: 'loans' }] }

test('the menus of the fixture have no mistakes', () => {
  expect(menuMistakes(registry, [])).toEqual([])
})

test.each<[mistake: string, sections: readonly MenuSection[]]>([
  [
    '"lending" and "teaching" have the same icon "calendar"',
    [section, { ...section, name: 'teaching' }],
  ],
  [
    '"users" and "lending" have the same icon "calendar"',
    [{ name: null, entries: [{ resource: 'users', icon: 'calendar' }] }, section],
  ],
  ['a section with an icon needs a name', [{ ...section, name: null }]],
  [
    'lending: unknown icon "calender". Did you mean "calendar"?',
    [{ ...section, icon: 'calender' as never }],
  ],
  [
    'loan: unknown entity "loan". Did you mean "loans"?',
    [{ ...section, entries: [{ resource: 'loan' }] }],
  ],
  [
    'loans: unknown entity "order". Did you mean "orders"?',
    [{ ...section, entries: [{ resource: 'loans', usedWhen: { any: 'order' } }] }],
  ],
  [
    'lending.waits: "loans" has no view "lates". Did you mean "late"?',
    [{ ...section, waits: [{ resource: 'loans', view: 'lates' }] }],
  ],
  [
    'lending.waits: "members" is not an entry of the section',
    [{ ...section, waits: [{ resource: 'members', view: 'children' }] }],
  ],
])('%s', (mistake, sections) => {
  expect(mistakesWith(...sections)).toEqual([`menu of admin: ${mistake}`])
})

test('a resource names a section that exists', () => {
  const orders = { ...registry.get('orders'), menu: 'lendng' }
  const resources = registry.resources.map((each) => (each.name === 'orders' ? orders : each))
  expect(menuMistakes({ ...registry, resources }, [])).toEqual([
    'orders.menu: unknown menu section "lendng". Did you mean "lending"?',
  ])
})
