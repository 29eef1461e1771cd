/** The user's own person record. */
import * as z from 'zod/mini'
import { defineCall } from '#model/wire/call.ts'
import { namedSchema, recordSchemaWith } from '#model/wire/shapes.ts'

const kind = z.enum(['student', 'professor', 'user'])

export const personalData = defineCall({
  method: 'GET',
  path: '/api/personal-data',
  summary: 'The own record: of the student, of the professor, else the account',
  tag: 'Own data',
  access: 'signedIn',
  output: namedSchema('PersonalData', recordSchemaWith({ kind })),
})
