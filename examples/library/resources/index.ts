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

export const resources = defineResources({ books, readers, loans, ...system })

export const registry = createRegistry(resources, {
  adminRole,
  roles,
  areas: {
    menus: {
      librarian: [
        { name: null, entries: [{ page: 'dashboard' }] },
        {
          name: 'lending',
          icon: 'calendar',
          entries: [{ resource: 'loans', always: true }, { resource: 'readers' }],
          waits: [{ resource: 'loans', view: 'late', tone: 'danger' }],
        },
        { name: null, entries: [{ resource: 'books' }] },
        {
          name: 'administration',
          icon: 'settings',
          entries: [
            { resource: 'settings', always: true },
            { resource: 'users' },
            { page: 'mails' },
            { page: 'jobs' },
          ],
          waits: [{ page: 'mails', view: 'failed', tone: 'danger' }],
        },
      ],
      reader: [
        {
          name: null,
          entries: [{ page: 'dashboard' }, { resource: 'books' }, { resource: 'loans' }],
        },
      ],
    },
    resourcesOutsideMenu: ['notifications'],
    otherPaths: () => [],
    publicPaths: [],
  },
  notificationKinds,
  fieldTypes,
  languages,
})
