import { field } from '#model/field.ts'
import { defineResource } from './define.ts'

/** Messages that a person received, and of each sending the copy that stands for all. */
const sent = { and: [{ senderId: { eq: { user: 'id' } } }, { recipientCount: { isNull: false } }] } as const
const own = { where: { or: [{ recipientId: { eq: { user: 'id' } } }, sent] } } as const

/**
 * Messages between people: one record for each recipient, so that each is read by itself. Names are kept with the
 * message: its reader may not be allowed to look up accounts.
 */
export const messages = defineResource({
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
    /** Addressees of a message to many. */
    audience: field.text({ max: 160, optional: true, write: [] }),
    /** To how many the sending went; on the one copy that stands for it among what its sender sent. */
    recipientCount: field.integer({ min: 1, max: 50_000, optional: true, write: [] }),
    /** The same for all copies of a sending. */
    sendingId: field.text({ max: 36, write: [] }),
    /** The first of those that answer one another; absent on that one. */
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
    admin: { read: own, create: true },
    secretary: { read: own, create: true },
    professor: { read: own, create: true },
    student: { read: own, create: true },
  },
})
