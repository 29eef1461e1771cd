import { builtInField as field } from '../field.ts'
import { defineResource } from '../resource.ts'
import {
  grantEachRole,
  notificationTypeChoices,
  type RoleChoices,
  type SystemFacts,
} from './facts.ts'
import type { TypesByTopic } from './notification-types.ts'

/** Maximum length of a notification's subject. */
export const longestSubject = 120

const ownNotifications = { read: { where: { userId: { eq: { user: 'id' } } } } } as const

/**
 * Notifications, created by the server together with their cause. Only the recipient can read them.
 */
export const defineNotifications = <const T extends TypesByTopic>({
  roles,
  renamedNotifications,
  notificationKinds,
}: SystemFacts<RoleChoices, T>) =>
  defineResource({
    name: 'notifications',
    path: 'notifications',
    icon: 'flag',
    title: ['type', 'subject'],
    fields: {
      userId: field.reference('users', { write: [] }),
      type: field.choice(notificationTypeChoices(notificationKinds), {
        write: [],
        variesByInstallation: true,
        ...(renamedNotifications && { renamed: renamedNotifications }),
      }),
      subject: field.text({ max: longestSubject, optional: true, write: [] }),
      /** Path inside the user's area, which depends on the user's role when the link is opened. */
      link: field.text({ max: 200, optional: true, write: [] }),
      sentAt: field.dateTime({ write: [] }),
      readAt: field.dateTime({ optional: true, write: [] }),
    },
    sections: { general: ['type', 'subject', ['sentAt', 'readAt']] },
    list: {
      columns: ['type', 'subject', 'sentAt', 'readAt'],
      sort: ['-sentAt'],
      filters: ['type', 'sentAt'],
      facets: ['type'],
      views: { unread: { where: { readAt: { isNull: true } } } },
    },
    access: grantEachRole(roles, ownNotifications),
  })
