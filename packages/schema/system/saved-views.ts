import { builtInField as field } from '../field.ts'
import { defineResource } from '../resource.ts'
import { grantEachRole, type RoleChoices, type SystemFacts } from './facts.ts'
import type { TypesByTopic } from './notification-types.ts'

/**
 * The user's own views, and views that administrators share, for lists that the role has a page
 * for.
 */
const savedViewAccess = {
  read: { scope: 'availableViews' },
  create: true,
  update: { where: { ownerId: { eq: { user: 'id' } } } },
} as const

/** Saved views of lists. They have no menu entry: each list shows its own. */
export const defineSavedViews = ({
  roles,
  adminRole,
}: Pick<SystemFacts<RoleChoices, TypesByTopic>, 'roles' | 'adminRole'>) =>
  defineResource({
    name: 'saved-views',
    path: 'saved-views',
    icon: 'eye',
    title: ['name'],
    fields: {
      /** Name of the resource. */
      list: field.text({ max: 40, writeOnce: true }),
      name: field.text({ min: 1, max: 60, inUniversityLanguage: true }),
      /** The query of the list as in its URL: filters, search, view, order and page size. */
      address: field.text({ max: 1500, optional: true }),
      /**
       * Comma-separated columns with widths (`wire/list-columns.ts`); empty: the columns of the
       * user who opens the view.
       */
      columns: field.text({ max: 1000, optional: true }),
      isShared: field.boolean({ default: false, write: [adminRole] }),
      ownerId: field.reference('users', { write: [], setByServer: true }),
      isActive: field.boolean({ default: true }),
    },
    sections: {
      general: ['name', 'list', 'address', 'columns', ['isShared', 'isActive'], 'ownerId'],
    },
    list: {
      columns: ['name', 'list', 'isShared', 'isActive'],
      sort: ['name'],
      filters: ['list', 'ownerId', 'isActive'],
    },
    access: grantEachRole(roles, savedViewAccess),
  })
