import { field } from '#model/field.ts'
import { defineResource } from './define.ts'

/** Own views, whoever else may see them, and those shared by administrators of lists that the role has pages for. */
const mine = {
  read: { scope: 'viewsAtHand' },
  create: true,
  update: { where: { ownerId: { eq: { user: 'id' } } } },
} as const

/** Lists as people have narrowed, sorted and arranged them, by a name. No menu leads here: each list shows its own. */
export const savedViews = defineResource({
  name: 'saved-views',
  path: 'saved-views',
  icon: 'eye',
  title: ['name'],
  fields: {
    /** Name of the resource whose list it is. */
    list: field.text({ max: 40, writeOnce: true }),
    name: field.text({ min: 1, max: 60, ofUniversity: true }),
    /** The list's query as its address spells it: filters, search, view, order and page size. */
    address: field.text({ max: 1500, optional: true }),
    /** The columns shown, joined by commas, with their widths (`model/wire/list-columns.ts`); empty: those of whoever looks at it. */
    columns: field.text({ max: 1000, optional: true }),
    isShared: field.boolean({ default: false, write: ['admin'] }),
    ownerId: field.reference('users', { write: [], byServer: true }),
    isActive: field.boolean({ default: true }),
  },
  sections: { general: ['name', 'list', 'address', 'columns', ['isShared', 'isActive'], 'ownerId'] },
  list: {
    columns: ['name', 'list', 'isShared', 'isActive'],
    sort: ['name'],
    filters: ['list', 'ownerId', 'isActive'],
  },
  access: { admin: mine, secretary: mine, professor: mine, student: mine },
})
