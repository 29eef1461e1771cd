import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { field } from './field.ts'

/** People with a library card. Some of them have an account, with which they see their loans. */
export const readers = defineResource({
  name: 'readers',
  path: 'readers',
  icon: 'card',
  title: ['name'],
  fields: {
    name: field.text({ max: 120 }),
    card: field.text({ max: 20, unique: true }),
    email: field.email({ optional: true }),
    userId: field.reference('users', { unique: true, optional: true }),
    isActive: field.boolean({ default: true }),
    loans: field.many('loans', 'readerId'),
  },
  sections: { general: ['name', ['card', 'email'], ['userId', 'isActive']] },
  list: {
    columns: ['name', 'card', 'email', 'isActive'],
    sort: ['name'],
    filters: ['name', 'isActive'],
    search: ['name', 'card'],
  },
  access: {
    librarian: fullAccess,
    reader: { read: { where: { userId: { eq: { user: 'id' } } } } },
  },
  import: { key: ['card'] },
  texts: { fields: { card: 'Card number', userId: 'Account' } },
})
