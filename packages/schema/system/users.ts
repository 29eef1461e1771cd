import { activationActions } from '../activation.ts'
import { builtInField as field } from '../field.ts'
import { fullAccess } from '../full-access.ts'
import { languageChoices } from '../languages.ts'
import { defineResource } from '../resource.ts'
import {
  grantEachRole,
  notificationKindChoices,
  type RoleChoices,
  type SystemFacts,
} from './facts.ts'
import type { TypesByTopic } from './notification-types.ts'

/** Shown if the application has topics that users can mute. */
const mutableTopics = ['mailCopies', 'mutedNotifications'] as const
const ownRow = { where: { id: { eq: { user: 'id' } } } } as const
const ownAccount = { read: ownRow, update: ownRow } as const

/**
 * Accounts. Users may change their own name, phone, description and notifications. The admin role
 * manages the accounts.
 */
export const defineUsers = <const R extends RoleChoices, const T extends TypesByTopic>({
  roles,
  adminRole,
  notificationKinds,
  languages,
}: SystemFacts<R, T>) =>
  defineResource({
    name: 'users',
    path: 'authentication/users',
    paths: { create: 'authentication/register' },
    icon: 'users',
    exportRequiresReauthentication: true,
    title: ['name'],
    fields: {
      name: field.text({ min: 2, max: 120, pattern: 'accountName' }),
      username: field.text({
        min: 3,
        max: 60,
        pattern: 'username',
        unique: true,
        write: [adminRole],
      }),
      email: field.email({ unique: true, write: [adminRole], requiresReauthentication: true }),
      role: field.choice(roles, {
        write: [adminRole],
        bulk: false,
        requiresReauthentication: true,
        power: 'accounts',
      }),
      phone: field.phone({ optional: true, hiddenOnCreate: true }),
      description: field.longText({ max: 500, optional: true, hiddenOnCreate: true }),
      imagePath: field.image({
        optional: true,
        accept: ['jpeg', 'png', 'webp'],
        openToAllUsers: true,
        write: [],
      }),
      /** Topics that are sent by email as well. */
      mailCopies: field.set(notificationKindChoices(notificationKinds), {
        optional: true,
        bulk: false,
        hiddenOnCreate: true,
        variesByInstallation: true,
      }),
      /** Topics that are turned off. */
      mutedNotifications: field.set(notificationKindChoices(notificationKinds), {
        optional: true,
        bulk: false,
        hiddenOnCreate: true,
        variesByInstallation: true,
        renamedFrom: 'silenced',
      }),
      /**
       * Language of the user's emails. The administrator who invites the user chooses it, and the
       * user can change it. Empty: the language of the settings.
       */
      language: field.choice(languageChoices(languages), {
        optional: true,
        bulk: false,
        variesByInstallation: true,
      }),
      isActive: field.boolean({ default: true, write: [adminRole], hiddenOnCreate: true }),
      lastLoginAt: field.dateTime({ optional: true, read: [adminRole], write: [] }),
      invitedAt: field.dateTime({ optional: true, read: [adminRole], write: [] }),
    },
    sections: {
      account: ['name', ['username', 'email'], 'role', 'isActive'],
      about: ['phone', 'description', 'imagePath'],
      notifications: [
        ...(Object.keys(notificationKinds).length > 0 ? mutableTopics : []),
        'language',
      ],
      activity: [['lastLoginAt', 'invitedAt']],
    },
    list: {
      columns: ['name', 'username', 'role', 'email', 'lastLoginAt', 'isActive'],
      sort: ['name'],
      filters: ['name', 'username', 'role', 'isActive'],
      facets: ['role', 'isActive'],
      search: ['name', 'username', 'email'],
    },
    access: { ...grantEachRole(roles, ownAccount), [adminRole]: fullAccess },
    actions: {
      ...activationActions([adminRole]),
      /** Administrators cannot deactivate their own account; another administrator can. */
      deactivate: {
        ...activationActions([adminRole]).deactivate,
        when: { and: [{ isActive: { eq: true } }, { id: { ne: { user: 'id' } } }] },
      },
      /** Ends all sessions of the user. */
      signOut: {
        on: ['row', 'bulk'],
        roles: [adminRole],
        when: { isActive: { eq: true } },
        set: {},
        hasServerCode: true,
        undo: false,
      },
    },
    import: { key: ['username'] },
  })
