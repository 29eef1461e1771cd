/** Calls for unread notifications and messages. */
import { defineCall } from '../wire/call.ts'
import { idsOrAll } from '../wire/shapes.ts'
import { unreadSchema } from '../wire/wire.ts'

const call = { access: 'signedIn', output: unreadSchema } as const
const markAsReadInput = idsOrAll(100)

export const unread = defineCall({
  ...call,
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'Returns the numbers of unread notifications and messages',
  tag: 'notifications',
})

export const markNotificationsRead = defineCall({
  ...call,
  method: 'POST',
  path: '/api/notifications/read',
  summary: "Marks the caller's notifications as read",
  tag: 'notifications',
  input: markAsReadInput,
})

export const markMessagesRead = defineCall({
  ...call,
  method: 'POST',
  path: '/api/messages/read',
  summary: 'Marks received messages as read',
  tag: 'messages',
  input: markAsReadInput,
})
