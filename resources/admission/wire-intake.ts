/** Wire shapes of the data that public pages show: the university, the admission sessions and the programmes. */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import { count, flag, id, instant, text, textOrNull } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { languages } from '../languages.ts'
import { formContentSchema, removedFormPartSchema } from './form-content.ts'
import { admissionDates, nameTranslations } from './wire-dates.ts'
import { gradeNameSchema, meritSchema, questionSchema } from './wire-merit.ts'

const admission = {
  isOpen: flag(),
  /**
   * Why it is closed: closed in the settings, stopped in an emergency, before or after its dates.
   */
  closedReason: z.nullable(z.enum(['closed', 'stopped', 'early', 'late'])),
  session: textOrNull(),
  sessionNames: nameTranslations,
  ...admissionDates,
}

const concurrentAdmission = z.strictObject({ degree: text(), ...admission })
export type ConcurrentAdmission = ResponseBody<typeof concurrentAdmission>

/** Settings shown on public pages. */
export const publicSettingsShape = {
  universityName: text(),
  /** Path of the university's logo; null if no logo is set. */
  logo: textOrNull(),
  /** Language of programme names and texts that are not translated. */
  language: z.enum(languages),
  admissionEmail: textOrNull(),
  admissionPhone: textOrNull(),
  website: textOrNull(),
  officeHours: textOrNull(),
  /** Whether these are the default office hours, which have a text in every language. */
  hasUsualHours: flag(),
}
export type WirePublicConfig = ResponseBody<z.ZodMiniObject<typeof publicSettingsShape>>

/**
 * Data of public pages: the university, the state of the current admission session, and the active
 * programmes.
 */
export const intakeSchema = z.strictObject({
  ...publicSettingsShape,
  ...admission,
  /**
   * Concurrent admission sessions, each for one degree. The current one receives the applications
   * for all other degrees.
   */
  concurrentAdmissions: z.array(concurrentAdmission),
  publicStatus: z.enum(['minimal', 'code', 'off']),
  acceptsUpdates: flag(),
  /**
   * Months after which documents of declined applications are deleted. Shown to applicants before
   * they submit.
   */
  retentionMonths: count(),
  /** Time of the server. */
  now: instant(),
  /** Signed time at which the form was opened. It is sent back with the form, to detect bots. */
  formToken: text(),
  departments: z.array(z.strictObject({ id: id(), name: text(), names: nameTranslations })),
  specializations: z.array(
    z.strictObject({
      id: id(),
      code: text(),
      name: text(),
      names: nameTranslations,
      departmentProfileId: id(),
      cycle: text(),
      language: text(),
      yearsOfStudy: count(),
      totalCredits: count(),
      /** Absent if the programme does not admit by merit. */
      merit: z.optional(meritSchema),
    }),
  ),
  /** Labels for programmes that admit by merit; absent if there are none. */
  merit: z.optional(
    z.strictObject({
      grades: z.array(gradeNameSchema),
      questions: z.array(questionSchema),
      kinds: z.array(
        z.strictObject({ id: id(), name: text(), funding: z.enum(['budget', 'fee']) }),
      ),
    }),
  ),
  /** The university's own questions, by degree; absent if there are none. */
  forms: z.optional(
    z.array(
      z.strictObject({
        id: id(),
        degree: text(),
        content: formContentSchema,
        removed: z.array(removedFormPartSchema),
      }),
    ),
  ),
})
export type WireIntake = ResponseBody<typeof intakeSchema>
