import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Messages that the user sent. Of the copies of a message, only the one with `recipientCount` is
 * included.
 */
const sent = {
  and: [{ senderId: { eq: { user: 'id' } } }, { recipientCount: { isNull: false } }],
} as const
const ownRows = { where: { or: [{ recipientId: { eq: { user: 'id' } } }, sent] } } as const

/**
 * Messages between users, with one record per recipient so that each has its own read state. Names
 * are stored with the message because readers may not have access to accounts.
 */
export const messages = defineProgramResource({
  name: 'messages',
  path: 'messages',
  customRoutes: ['create'],
  icon: 'tray',
  title: ['subject'],
  fields: {
    senderId: field.reference('users', { write: [] }),
    senderName: field.text({ max: 120, write: [] }),
    recipientId: field.reference('users', { optionsWhere: { isActive: true } }),
    recipientName: field.text({ max: 120, write: [] }),
    /** Description of the recipients of a message to many. */
    audience: field.text({ max: 160, optional: true, write: [] }),
    /**
     * Number of recipients, set on one copy only. That copy represents the message in the sender's
     * list.
     */
    recipientCount: field.integer({ min: 1, max: 50_000, optional: true, write: [] }),
    /** Shared by all copies of a message. */
    sendingId: field.text({ max: 36, write: [] }),
    /** First message of the conversation; absent on the first message itself. */
    threadId: field.reference('messages', { optional: true, write: [] }),
    inReplyToId: field.reference('messages', { optional: true, writeOnce: true }),
    subject: field.text({ min: 1, max: 120 }),
    body: field.longText({ min: 1, max: 5000 }),
    sentAt: field.dateTime({ write: [] }),
    readAt: field.dateTime({ optional: true, write: [] }),
  },
  sections: {
    message: ['recipientId', 'subject', 'body'],
    delivery: [['senderName', 'recipientName'], 'audience', 'recipientCount', ['sentAt', 'readAt']],
  },
  list: {
    columns: ['subject', 'senderName', 'recipientName', 'sentAt', 'readAt'],
    sort: ['-sentAt'],
    filters: ['subject', 'senderName', 'recipientName', 'sentAt', 'threadId'],
    search: ['subject', 'senderName'],
    views: {
      unread: { where: { recipientId: { eq: { user: 'id' } }, readAt: { isNull: true } } },
      received: { where: { recipientId: { eq: { user: 'id' } } } },
      sent: { where: sent },
    },
  },
  unique: [['sendingId', 'recipientId']],
  access: {
    admin: { read: ownRows, create: true },
    secretary: { read: ownRows, create: true },
    professor: { read: ownRows, create: true },
    student: { read: ownRows, create: true },
  },
})
