/** Rules of contesting a grade that need no records. Source: domain rules, sections 4 and A.5. */
import * as z from 'zod/mini'
import type { Answer } from '../wire/call.ts'
import { id, instantOrNull, text } from '../wire/shapes.ts'

const hourMs = 3_600_000

/** Until when a grade can be contested, and by when what was contested at an instant is to be answered. */
export const hoursAfter = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * hourMs).toISOString()

/** A published grade, and whether it was contested already. */
export interface Contestable {
  readonly state: string
  readonly publishedAt: string | null
  readonly isContested: boolean
}

export type AppealRefusal = 'appeal.notPublished' | 'appeal.tooLate' | 'appeal.once'

/** Why a grade cannot be contested at a moment; null: it can. That it was locked meanwhile changes nothing. */
export function appealRefusal(
  { state, publishedAt, isContested }: Contestable,
  { now, contestHours }: { readonly now: Date; readonly contestHours: number },
): AppealRefusal | null {
  if (state === 'draft' || publishedAt === null) return 'appeal.notPublished'
  if (isContested) return 'appeal.once'
  return now.toISOString() >= hoursAfter(publishedAt, contestHours) ? 'appeal.tooLate' : null
}

/** Appeal of a grade, as the grade's page shows it. */
export const gradeAppeal = {
  /** The appeal, where the grade was contested. */
  appeal: z.nullable(z.strictObject({ id: id(), status: text() })),
  /** Until when the asking student can contest it; null: not, or not any more. */
  contestUntil: instantOrNull(),
}
export type WireGradeAppeal = Answer<z.ZodMiniObject<typeof gradeAppeal>>
