/** Calls for messages and notifications other than the generated ones. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { createSchema } from '@matricola/schema/validation.ts'
import { defineCall } from '@matricola/schema/wire/call.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { describedSchema, idsOrAll, pageQueryShape, recordSchema } from '@matricola/schema/wire/shapes.ts'
import { unreadSchema as unreadOutput } from '@matricola/schema/wire/wire.ts'
import * as z from 'zod/mini'
import { conversationsSchema as conversationsOutput, recipientsSchema as recipientsOutput } from '#resources/academic/wire-messages.ts'
import { messages } from '../messages.ts'

const tag = 'messages'
const resource = asAnyResource(messages)
const unreadCall = { access: 'signedIn', output: unreadOutput } as const

const markAsReadInput = idsOrAll(100)

export const unread = defineCall({
  ...unreadCall,
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'Returns the numbers of unread notifications and messages',
  tag: 'notifications',
})

export const markNotificationsRead = defineCall({
  ...unreadCall,
  method: 'POST',
  path: '/api/notifications/read',
  summary: "Marks the caller's notifications as read",
  tag: 'notifications',
  input: markAsReadInput,
})

export const markMessagesRead = defineCall({
  ...unreadCall,
  method: 'POST',
  path: '/api/messages/read',
  summary: 'Marks received messages as read',
  tag,
  input: markAsReadInput,
})

/** A reply needs no recipient and inherits the subject. */
const newMessage = z.extend(createSchema(resource, 'admin'), {
  recipientId: z.optional(z.nullable(z.uuid())),
  inReplyToId: z.optional(z.nullable(z.uuid())),
  subject: z.optional(z.string()),
})

export const send = defineCall({
  ...endpointsOf(resource).create,
  summary: 'Sends a message to a user (`recipientId`), or replies to one that the caller received or sent (`inReplyToId`)',
  tag,
  access: { resource, grant: 'create' },
  input: newMessage,
  reads: 'itself',
  output: recordSchema('messages'),
  status: 201,
})

export const recipients = defineCall({
  method: 'GET',
  path: '/api/messages/recipients',
  summary: 'Searches the users and classes that the caller may write to by name',
  tag,
  access: { resource, grant: 'create' },
  query: z.strictObject({ search: describedSchema('Words of a name.', z._default(z.string().check(z.maxLength(100)), '')) }),
  output: recipientsOutput,
})

export const conversations = defineCall({
  method: 'GET',
  path: '/api/messages/conversations',
  summary: "Lists the caller's conversations, most recent first",
  tag,
  access: { resource, grant: 'read' },
  query: z.strictObject({
    ...pageQueryShape,
    search: describedSchema('Words of a subject or a name.', z._default(z.string().check(z.maxLength(100)), '')),
    view: describedSchema('`unread`: only conversations with unread messages.', z.optional(z.literal('unread'))),
  }),
  output: conversationsOutput,
})
