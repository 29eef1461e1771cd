/** Calls for unread notifications and messages. */
import { defineCall } from '../wire/call.ts'
import { idsOrAll } from '../wire/shapes.ts'
import { unreadSchema } from '../wire/wire.ts'
import { inboxEndpoints } from './endpoints.ts'

const call = { access: 'signedIn', output: unreadSchema } as const
const markAsReadInput = idsOrAll(100)

export const unread = defineCall({
  ...call,
  ...inboxEndpoints.unread,
  summary: 'Returns the numbers of unread notifications and messages',
  tag: 'notifications',
})

export const markNotificationsRead = defineCall({
  ...call,
  ...inboxEndpoints.markNotificationsRead,
  summary: "Marks the caller's notifications as read",
  tag: 'notifications',
  input: markAsReadInput,
})

export const markMessagesRead = defineCall({
  ...call,
  ...inboxEndpoints.markMessagesRead,
  summary: 'Marks received messages as read',
  tag: 'messages',
  input: markAsReadInput,
})
