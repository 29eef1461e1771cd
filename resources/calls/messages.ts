/** Calls for messages other than the generated ones. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { createSchema } from '@matricola/schema/validation.ts'
import { defineCall } from '@matricola/schema/wire/call.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { describedSchema, pageQueryShape, recordSchema } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import {
  conversationsSchema as conversationsOutput,
  recipientsSchema as recipientsOutput,
} from '#resources/academic/wire-messages.ts'
import { messages } from '../messages.ts'

const tag = 'messages'
const resource = asAnyResource(messages)

/** A reply needs no recipient and inherits the subject. */
const newMessage = z.extend(createSchema(resource, 'admin'), {
  recipientId: z.optional(z.nullable(z.uuid())),
  inReplyToId: z.optional(z.nullable(z.uuid())),
  subject: z.optional(z.string()),
})

export const send = defineCall({
  ...endpointsOf(resource).create,
  summary:
    'Sends a message to a user (`recipientId`), or replies to one that the caller received or sent (`inReplyToId`)',
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
  query: z.strictObject({
    search: describedSchema('Words of a name.', z._default(z.string().check(z.maxLength(100)), '')),
  }),
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
    search: describedSchema(
      'Words of a subject or a name.',
      z._default(z.string().check(z.maxLength(100)), ''),
    ),
    view: describedSchema(
      '`unread`: only conversations with unread messages.',
      z.optional(z.literal('unread')),
    ),
  }),
  output: conversationsOutput,
})
