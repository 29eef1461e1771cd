/** Properties of single records in addition to their fields, for resources whose hooks add some (`Hooks.detail`). */
import * as z from 'zod/mini'
import { gradeAppeal } from '#model/academic/appeals.ts'
import { registrationDetails } from '#model/admission/wire.ts'
import { detailedOf, named, text } from '#model/wire/shapes.ts'
import { thread } from '#model/wire/wire.ts'

/** Warnings about a record, for staff only. */
const warnings = named('Warnings', z.array(z.strictObject({ code: text(), params: z.optional(z.record(text(), z.unknown())) })))
const warned = { warnings: z.optional(warnings) }

/** The additional properties by resource. */
export const details: { readonly [resource: string]: { readonly [part: string]: z.ZodMiniType } } = {
  registrations: registrationDetails,
  messages: { thread },
  grades: gradeAppeal,
  students: warned,
  'university-classes': warned,
  'class-hours': warned,
}

/** An application as staff see it. */
export const registration = detailedOf('registrations', registrationDetails)
