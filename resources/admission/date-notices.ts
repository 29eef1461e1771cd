/** Dates of sessions and rounds whose change applicants can be notified of. */
import { textSchema } from '@matricola/schema/value-schemas.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { describedSchema } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import type { CalendarEntry } from './admission-calendar.ts'

/** The entry of the calendar that shows each date. */
export const noticeDates = {
  'admission-sessions': {
    closesAt: 'closes',
    appealUntil: 'appeals',
    enrolFrom: 'enrolmentBegins',
    enrolUntil: 'enrolment',
    waitingEndsOn: 'waiting',
  },
  'admission-rounds': { resultsOn: 'results', appealUntil: 'appeals', confirmBy: 'confirm' },
} as const satisfies {
  readonly [resource: string]: { readonly [field: string]: CalendarEntry['kind'] }
}

export type NoticeResource = keyof typeof noticeDates

export const kindOfDate = (resource: NoticeResource, field: string): CalendarEntry['kind'] | null =>
  (noticeDates[resource] as { readonly [field: string]: CalendarEntry['kind'] })[field] ?? null

/** A date that was moved. */
export interface MovedDate {
  readonly field: string
  /** A day, or an instant. */
  readonly before: string
  readonly after: string
}

/** The dates that are set before and after a change, and differ. */
export const movedDates = (
  resource: NoticeResource,
  before: { readonly [field: string]: unknown },
  after: { readonly [field: string]: unknown },
): MovedDate[] =>
  Object.keys(noticeDates[resource]).flatMap((field) => {
    const [old, moved] = [before[field], after[field]]
    return typeof old === 'string' && typeof moved === 'string' && old !== moved
      ? [{ field, before: old, after: moved }]
      : []
  })

/** Whether the new date lies ahead. Applicants are notified only of such dates. */
export const isAhead = ({ after }: MovedDate, now: Date) =>
  after.includes('T') ? after > now.toISOString() : after >= today(now)

/** Input of an update: applicants are notified only if it is there. */
export const notifyApplicantsInput = {
  notifyApplicants: describedSchema(
    'Notifies the applicants whom the moved dates concern by email. `reason` is quoted in the email. Absent: nobody is notified.',
    z.optional(z.nullable(z.strictObject({ reason: z.optional(z.nullable(textSchema(1, 500))) }))),
  ),
}
export interface NotifyApplicants {
  readonly reason?: string | null
}
