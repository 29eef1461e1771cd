/** Wire shapes of enrolments. */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import { count, id, text } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'

/** Why an application could not be enrolled. */
export const enrolmentRefusals = [
  'missing',
  'notAccepted',
  'decisionHeld',
  'placeNotConfirmed',
  'noPlaces',
  'noBudgetPlace',
  'noFeePlace',
  'classFull',
  'alreadyStudent',
  'emailInUse',
  'failed',
] as const
export type EnrolmentRefusal = (typeof enrolmentRefusals)[number]

export const enrolmentSchema = z.strictObject({
  enrolled: count(),
  alreadyEnrolled: count(),
  refused: count(),
  results: z.array(
    z.strictObject({
      registrationId: id(),
      outcome: z.enum(['enrolled', 'alreadyEnrolled', 'refused']),
      code: z.optional(z.enum(enrolmentRefusals)),
      /** For `classFull`: names of the courses whose classes have no free places. */
      courses: z.optional(text()),
      studentId: z.optional(id()),
    }),
  ),
})
export type WireEnrolment = ResponseBody<typeof enrolmentSchema>
