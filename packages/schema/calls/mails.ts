/** Calls for administrators to read the outbox. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { describedSchema, pageQueryShape } from '../wire/shapes.ts'
import { mailPageSchema, openMailSchema } from '../wire/wire.ts'

const tag = 'Mails'
const access = 'admin'

export const mails = defineCall({
  method: 'GET',
  path: '/api/mails',
  summary: 'Lists emails, newest first',
  tag,
  access,
  query: z.strictObject({
    ...pageQueryShape,
    view: describedSchema(
      '`failed`: only emails that failed permanently within the last seven days.',
      z.optional(z.enum(['failed'])),
    ),
  }),
  output: mailPageSchema,
})

export const mail = defineCall({
  method: 'GET',
  path: '/api/mails/:id',
  summary:
    'Returns an email with its text if emails are stored as files. Links and codes are masked unless the caller entered the password within the last five minutes',
  tag,
  access,
  output: openMailSchema,
})
