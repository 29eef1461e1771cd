/**
 * Properties of single records in addition to their fields, for resources whose hooks add some
 * (`Hooks.detail`).
 */

import { detailedRecordSchema, namedSchema, text } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { gradeAppealShape } from '#resources/academic/appeals.ts'
import { threadSchema } from '#resources/academic/wire-messages.ts'
import { registrationDetailsShape } from '#resources/admission/wire-review.ts'

/** Warnings about a record, for staff only. */
const warnings = namedSchema(
  'Warnings',
  z.array(z.strictObject({ code: text(), params: z.optional(z.record(text(), z.unknown())) })),
)
const warningsShape = { warnings: z.optional(warnings) }

/** The additional properties by resource. */
export const detailShapes: {
  readonly [resource: string]: { readonly [part: string]: z.ZodMiniType }
} = {
  registrations: registrationDetailsShape,
  messages: { thread: threadSchema },
  grades: gradeAppealShape,
  students: warningsShape,
  'university-classes': warningsShape,
  'class-hours': warningsShape,
  'admission-rounds': warningsShape,
  'admission-sessions': warningsShape,
}

/** An application as staff see it. */
export const detailedRegistrationSchema = detailedRecordSchema(
  'registrations',
  registrationDetailsShape,
)
