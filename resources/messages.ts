import { field } from '#model/field.ts'
import { defineResource } from '#model/resource.ts'

const own = { where: { or: [{ senderId: { eq: { user: 'id' } } }, { recipientId: { eq: { user: 'id' } } }] } } as const

/** Messages between people. The sender's name is kept with the message: its reader may not be allowed to look up accounts. */
export const messages = defineResource({
  name: 'messages',
  path: 'messages',
  icon: 'tray',
  title: ['subject'],
  fields: {
    senderId: field.reference('users', { write: [] }),
    senderName: field.text({ max: 120, write: [] }),
    recipientId: field.reference('users', { optionsWhere: { isActive: true } }),
    subject: field.text({ min: 1, max: 120 }),
    body: field.longText({ min: 1, max: 5000 }),
    sentAt: field.dateTime({ write: [] }),
    readAt: field.dateTime({ optional: true, write: [] }),
  },
  sections: {
    message: ['recipientId', 'subject', 'body'],
    delivery: ['senderName', ['sentAt', 'readAt']],
  },
  list: {
    columns: ['subject', 'senderName', 'recipientId', 'sentAt', 'readAt'],
    sort: ['-sentAt'],
    filters: ['subject', 'senderName', 'sentAt'],
    search: ['subject', 'senderName'],
    views: {
      received: { where: { recipientId: { eq: { user: 'id' } } } },
      sent: { where: { senderId: { eq: { user: 'id' } } } },
    },
  },
  access: {
    admin: { read: own, create: true },
    secretary: { read: own },
    professor: { read: own },
    student: { read: own },
  },
})
