/**
 * Rules for appeals against grades that need no database. Source: domain rules, sections 4 and A.5.
 */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import { id, instantOrNull, text } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'

const hourMs = 3_600_000

/** Adds hours to an instant, for the deadlines of an appeal and of the answer to it. */
export const hoursAfter = (instant: string, hours: number) =>
  new Date(Date.parse(instant) + hours * hourMs).toISOString()

/** The facts about a grade that decide whether it can be appealed. */
export interface AppealableGrade {
  readonly state: string
  readonly publishedAt: string | null
  readonly isAppealed: boolean
}

export type AppealRefusal = 'appeal.notPublished' | 'appeal.tooLate' | 'appeal.once'

/** Why a grade cannot be appealed; null if it can. Locking the grade makes no difference. */
export function findAppealRefusal(
  { state, publishedAt, isAppealed }: AppealableGrade,
  { now, appealHours }: { readonly now: Date; readonly appealHours: number },
): AppealRefusal | null {
  if (state === 'draft' || publishedAt === null) return 'appeal.notPublished'
  if (isAppealed) return 'appeal.once'
  return now.toISOString() >= hoursAfter(publishedAt, appealHours) ? 'appeal.tooLate' : null
}

export const gradeAppealShape = {
  /** Null if there is no appeal. */
  appeal: z.nullable(z.strictObject({ id: id(), status: text() })),
  /** Deadline for an appeal by the student who calls; null if an appeal is not possible. */
  appealUntil: instantOrNull(),
}
export type WireGradeAppeal = ResponseBody<z.ZodMiniObject<typeof gradeAppealShape>>
