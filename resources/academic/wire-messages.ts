/** Shapes of messages between users. */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  flag,
  id,
  instant,
  instantOrNull,
  namedSchema,
  pageSchema,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { roles } from '../roles.ts'

/** The people the user may write to. */
export const recipientsSchema = z.strictObject({
  people: z.array(
    z.strictObject({
      id: id(),
      name: text(),
      role: z.enum(roles),
      /** A student's group or a professor's department. */
      about: textOrNull(),
    }),
  ),
  /** Classes whose participants the user may write to with the action `message`. */
  classes: z.array(z.strictObject({ id: id(), name: text(), about: text(), members: count() })),
})
export type WireRecipients = ResponseBody<typeof recipientsSchema>

/** A message, as the reader of its conversation sees it. */
const wireMessage = namedSchema(
  'Message',
  z.strictObject({
    id: id(),
    from: text(),
    /** Name of the recipient, or a description of the recipients. */
    to: text(),
    isOwn: flag(),
    isToMany: flag(),
    isUnread: flag(),
    subject: text(),
    body: text(),
    sentAt: instant(),
    readAt: instantOrNull(),
    /** For the user's own messages: how many recipients have read it. */
    readBy: z.nullable(z.strictObject({ read: count(), recipients: count() })),
  }),
)
export type WireMessage = ResponseBody<typeof wireMessage>

/** A message and its conversation, oldest first. */
export const threadSchema = z.strictObject({
  messages: z.array(wireMessage),
  /**
   * The id to send as `inReplyToId`, and the recipient of the reply; null if a reply is not
   * possible.
   */
  answer: z.nullable(z.strictObject({ id: id(), to: text() })),
})
export type WireThread = ResponseBody<typeof threadSchema>

/** A conversation in a list, as the user sees it. */
const conversation = namedSchema(
  'Conversation',
  z.strictObject({
    /** Id of the last message, which opens the conversation. */
    id: id(),
    /** Name of the other user, or a description of the recipients. */
    with: text(),
    subject: text(),
    /** Beginning of the text of the last message. */
    excerpt: text(),
    isOwn: flag(),
    sentAt: instant(),
    messageCount: count(),
    unread: count(),
  }),
)
export type WireConversation = ResponseBody<typeof conversation>

export const conversationsSchema = pageSchema(conversation)
export type WireConversations = ResponseBody<typeof conversationsSchema>
