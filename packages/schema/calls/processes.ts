/** The call that reads a process with the state of its stages. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { processSchema } from '../wire/process.ts'
import { describedSchema, id, text } from '../wire/shapes.ts'

export const readProcess = defineCall({
  method: 'GET',
  path: '/api/processes/:name',
  summary: 'Returns the stages of a process with their state and their numbers of records',
  tag: 'Processes',
  // The server limits it to the roles of the process.
  access: 'signedIn',
  params: z.object({ name: text() }),
  query: z.strictObject({
    subject: describedSchema('Id of the subject. The current one by default.', z.optional(id())),
    part: describedSchema('Id of a part of the subject.', z.optional(id())),
  }),
  output: processSchema,
})
