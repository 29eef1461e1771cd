/** Wire shapes of the dates of an admission session, and of names with translations. */
import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import { count, day, id, instantOrNull, text } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'

/** Translations of a name by language code; null if it is only in the university's language. */
export const nameTranslations = z.nullable(z.record(z.string(), z.string()))

const roundDates = z.strictObject({
  id: id(),
  version: count(),
  name: text(),
  names: nameTranslations,
  resultsOn: z.nullable(day()),
  appealUntil: z.nullable(day()),
  /** Last day for confirming a place. */
  confirmBy: z.nullable(day()),
})
export type RoundDates = ResponseBody<typeof roundDates>

/** The dates of an admission session. A date that is not set is null. */
export const admissionDates = {
  opensAt: instantOrNull(),
  closesAt: instantOrNull(),
  /** Last day for appeals, if programmes decide one by one; null if the session has rounds. */
  appealUntil: z.nullable(day()),
  /** Rounds of results, in order. */
  rounds: z.array(roundDates),
  /** Last day on which places that become free are offered to waiting lists. */
  waitingEndsOn: z.nullable(day()),
  /** First and last day on which accepted applicants are enrolled. */
  enrolFrom: z.nullable(day()),
  enrolUntil: z.nullable(day()),
  /** First day of the academic year. */
  studiesBegin: z.nullable(day()),
}
export type AdmissionDates = ResponseBody<z.ZodMiniObject<typeof admissionDates>>
