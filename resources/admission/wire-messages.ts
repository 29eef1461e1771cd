/** Wire shapes of the conversation between an applicant and the admission office. */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  flag,
  id,
  instant,
  instantOrNull,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { messageRefusals } from './message-limits.ts'
import { type OfficeWeek, officeWeekFields } from './office-week.ts'
import { templateFields } from './template-fields.ts'

const attachment = z.strictObject({
  id: id(),
  url: text(),
  name: text(),
  mediaType: text(),
  bytes: count(),
  state: z.enum(['preparing', 'ready', 'unreadable']),
})
export type WireAttachment = ResponseBody<typeof attachment>

const message = z.strictObject({
  id: id(),
  author: z.enum(['applicant', 'office']),
  /** The member of staff; null for an applicant, and if applicants do not see names. */
  authorName: textOrNull(),
  body: text(),
  sentAt: instant(),
  readAt: instantOrNull(),
  answeredAt: instantOrNull(),
  attachments: z.array(attachment),
})
export type WireApplicationMessage = ResponseBody<typeof message>

/** A message as staff see it. */
export const officeMessage = z.strictObject({
  ...message.shape,
  attachments: z.array(
    // The document of the application that is a copy of the attachment; null if there is none.
    z.strictObject({ ...attachment.shape, usedAs: textOrNull() }),
  ),
  /**
   * For a message that waits for an answer: minutes since then during which the office was open, or
   * all of them if the university has not set its hours. Otherwise null.
   */
  waitingMinutes: z.nullable(count()),
  /** Name of the template that the message was written with. */
  template: textOrNull(),
  /** The message is not sent yet, and the caller may undo it. */
  canUndo: flag(),
})
export type WireOfficeMessage = ResponseBody<typeof officeMessage>

/** The values of the fields of templates for one application, in one language. */
export const templateValuesSchema = z.record(z.enum(templateFields), textOrNull())

const officeAnswers = z.strictObject({
  week: z.strictObject(
    Object.fromEntries(officeWeekFields.map((field) => [field, textOrNull()])) as {
      readonly [F in keyof OfficeWeek]: ReturnType<typeof textOrNull>
    },
  ),
  /** Median of the working days until an answer; null if there were too few. */
  days: z.nullable(z.int()),
})
export type WireOfficeAnswers = ResponseBody<typeof officeAnswers>

/** The conversation as the applicant sees it, oldest message first. */
export const conversationSchema = z.strictObject({
  messages: z.array(message),
  /** Why the applicant cannot write; null if they can. */
  refusal: z.nullable(z.enum(messageRefusals)),
  /** For `tooMany`: when the applicant can write again. */
  writableFrom: instantOrNull(),
  /** When the office answers; null if the university has not set its hours. */
  office: z.nullable(officeAnswers),
})
export type WireApplicationConversation = ResponseBody<typeof conversationSchema>
