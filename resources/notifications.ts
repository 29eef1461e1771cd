import { field } from '@matricola/schema/field.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { notificationTypeChoices } from './notification-kinds.ts'
import { ownAccountGrant } from './own-record-grants.ts'

const own = { read: ownAccountGrant } as const

/** Notifications, created by the server together with their cause. Only the recipient can read them. */
export const notifications = defineProgramResource({
  name: 'notifications',
  path: 'notifications',
  icon: 'flag',
  title: ['type', 'subject'],
  fields: {
    userId: field.reference('users', { write: [] }),
    type: field.choice(notificationTypeChoices, { write: [], variesByInstallation: true, renamed: { gradeContested: 'gradeAppealed' } }),
    subject: field.text({ max: 120, optional: true, write: [] }),
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
  access: { admin: own, secretary: own, professor: own, student: own },
})
