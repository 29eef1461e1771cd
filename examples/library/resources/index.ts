/** The resources of this application, and what else the packages must know about it. */
import './register.ts'
import { createRegistry, defineResources } from '@matricola/schema/registry.ts'
import { createSystemResources } from '@matricola/schema/system/system-resources.ts'
import { books } from './books.ts'
import { fieldTypes } from './field.ts'
import { languages } from './languages.ts'
import { loans } from './loans.ts'
import { productName } from './product-name.ts'
import { readers } from './readers.ts'
import { adminRole, roles } from './roles.ts'

const notificationKinds = { loans: ['bookLent'] } as const
const system = createSystemResources({
  roles: { librarian: { color: 'violet' }, reader: { color: 'blue' } },
  adminRole,
  notificationKinds,
  organization: productName,
  language: 'en',
  languages,
})

const home = { page: 'dashboard', path: '', icon: 'dashboard' } as const
export const resources = defineResources({ books, readers, loans, ...system })

export const registry = createRegistry(resources, {
  adminRole,
  roles,
  areas: {
    menus: {
      librarian: [
        {
          heading: null,
          entries: [home, { resource: 'books' }, { resource: 'readers' }, { resource: 'loans' }],
        },
        { heading: 'administration', entries: [{ resource: 'users' }, { resource: 'settings' }] },
      ],
      reader: [{ heading: null, entries: [home, { resource: 'books' }, { resource: 'loans' }] }],
    },
    resourcesOutsideMenu: ['notifications'],
    otherPaths: () => [],
    publicPaths: [],
  },
  notificationKinds,
  fieldTypes,
  languages,
})
