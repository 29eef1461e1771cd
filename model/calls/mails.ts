/** Calls for administrators to read the outbox. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { pageQueryShape } from '../wire/shapes.ts'
import { mailPageSchema, openMailSchema } from '../wire/wire.ts'

const tag = 'Mails'
const access = { roles: ['admin'] } as const

export const mails = defineCall({
  method: 'GET',
  path: '/api/mails',
  summary: 'Mails, newest first',
  tag,
  access,
  query: z.strictObject(pageQueryShape),
  output: mailPageSchema,
})

export const mail = defineCall({
  method: 'GET',
  path: '/api/mails/:id',
  summary: 'One mail and its text, where mails are kept as files; links and codes only within five minutes of giving the password',
  tag,
  access,
  output: openMailSchema,
})
