/** Parts of a single record beside its fields, for the resources whose hooks add something (`Hooks.detail`). */
import * as z from 'zod/mini'
import { gradeAppeal } from '#model/academic/appeals.ts'
import { registrationDetails } from '#model/admission/wire.ts'
import { detailedOf, named, text } from '#model/wire/shapes.ts'
import { thread } from '#model/wire/wire.ts'

/** Objections to a record as the office sees them; other roles are not told. */
const warnings = named('Warnings', z.array(z.strictObject({ code: text(), params: z.optional(z.record(text(), z.unknown())) })))
const warned = { warnings: z.optional(warnings) }

/** The parts by resource. */
export const details: { readonly [resource: string]: { readonly [part: string]: z.ZodMiniType } } = {
  registrations: registrationDetails,
  messages: { thread },
  grades: gradeAppeal,
  students: warned,
  'university-classes': warned,
  'class-hours': warned,
}

/** A registration as the office sees it. */
export const registration = detailedOf('registrations', registrationDetails)
