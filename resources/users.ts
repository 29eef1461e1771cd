import { field } from '@matricola/schema/field.ts'
import { languageChoices } from '@matricola/schema/vocabulary.ts'
import { activationActions } from './activation.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { fullAccess } from './full-access.ts'
import { notificationKindChoices } from './notification-kinds.ts'

const ownRow = { where: { id: { eq: { user: 'id' } } } } as const

/** Accounts. Fields: specification, section 3. Users may change their own name, phone and description; the rest is for administrators. */
export const users = defineProgramResource({
  name: 'users',
  path: 'authentication/users',
  paths: { create: 'authentication/register' },
  icon: 'users',
  exportRequiresReauthentication: true,
  title: ['name'],
  fields: {
    applicationUserId: field.text({ max: 36, computed: { value: 'id' } }),
    name: field.text({ min: 2, max: 120, pattern: 'accountName' }),
    username: field.text({ min: 3, max: 60, pattern: 'username', unique: true, write: ['admin'] }),
    email: field.email({ unique: true, write: ['admin'], requiresReauthentication: true }),
    role: field.choice(
      { admin: { color: 'red' }, secretary: { color: 'violet' }, professor: { color: 'blue' }, student: { color: 'green' } },
      { write: ['admin'], bulk: false, requiresReauthentication: true, power: 'accounts' },
    ),
    phone: field.phone({ optional: true, hiddenOnCreate: true }),
    description: field.longText({ max: 500, optional: true, hiddenOnCreate: true }),
    imagePath: field.image({ optional: true, accept: ['jpeg', 'png', 'webp'], openToAllUsers: true, write: [] }),
    /** Topics that are sent by email as well. */
    mailCopies: field.set(notificationKindChoices, { optional: true, bulk: false, hiddenOnCreate: true, variesByInstallation: true }),
    /** Topics that are turned off. */
    mutedNotifications: field.set(notificationKindChoices, {
      optional: true,
      bulk: false,
      hiddenOnCreate: true,
      variesByInstallation: true,
      renamedFrom: 'silenced',
    }),
    /**
     * Language of the user's emails. The administrator who invites the user chooses it, and the user can change it. Empty: the
     * university's language.
     */
    language: field.choice(languageChoices, { optional: true, bulk: false, variesByInstallation: true }),
    isActive: field.boolean({ default: true, write: ['admin'], hiddenOnCreate: true }),
    lastLoginAt: field.dateTime({ optional: true, read: ['admin'], write: [] }),
    invitedAt: field.dateTime({ optional: true, read: ['admin'], write: [] }),
  },
  sections: {
    account: ['name', ['username', 'email'], 'role', 'isActive'],
    about: ['phone', 'description', 'imagePath'],
    notifications: ['mailCopies', 'mutedNotifications', 'language'],
    activity: [['lastLoginAt', 'invitedAt']],
  },
  list: {
    columns: ['name', 'username', 'role', 'email', 'lastLoginAt', 'isActive'],
    sort: ['name'],
    filters: ['name', 'username', 'role', 'isActive'],
    facets: ['role', 'isActive'],
    search: ['name', 'username', 'email'],
  },
  access: {
    admin: fullAccess,
    /** Applications show the names of reviewers. Secretaries may not read anything else about colleagues. */
    secretary: { read: ownRow, name: { where: { role: { in: ['admin', 'secretary'] } } }, update: ownRow },
    professor: { read: ownRow, update: ownRow },
    student: { read: ownRow, update: ownRow },
  },
  actions: {
    ...activationActions(['admin']),
    /** Administrators cannot deactivate their own account; another administrator can. */
    deactivate: {
      ...activationActions(['admin']).deactivate,
      when: { and: [{ isActive: { eq: true } }, { id: { ne: { user: 'id' } } }] },
    },
    /** Ends all sessions of the user. */
    signOut: { on: ['row', 'bulk'], roles: ['admin'], when: { isActive: { eq: true } }, set: {}, hasServerCode: true, undo: false },
  },
  import: { key: ['username'] },
})
