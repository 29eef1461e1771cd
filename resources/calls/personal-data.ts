/** The user's own person record. */

import { defineCall } from '@matricola/schema/wire/call.ts'
import { namedSchema, recordSchemaWith } from '@matricola/schema/wire/shapes.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import * as z from 'zod/mini'

const kind = z.enum(['student', 'professor', 'user'])

/** The user's own student or professor record; for staff, the user's account. */
export type PersonalData = WireRecord & { readonly kind: z.output<typeof kind> }

export const personalData = defineCall({
  method: 'GET',
  path: '/api/personal-data',
  summary: "Returns the caller's own record: the student, the professor, or otherwise the account",
  tag: 'Own data',
  access: 'signedIn',
  output: namedSchema('PersonalData', recordSchemaWith({ kind })),
})
