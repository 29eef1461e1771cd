/** Confirming a place that was won, by who won it or the office, and losing it on the day after the last one. */

import type { WireApplication } from '#model/admission/wire.ts'
import { today } from '#model/dates.ts'
import { AppError } from '#model/errors.ts'
import type { Language } from '#model/vocabulary.ts'
import { registrations } from '#resources/registrations.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { queueMail } from '#server/engine/mail/outbox.ts'
import { systemPermit } from '#server/engine/policy/permit.ts'
import type { WriteEvent } from '#server/engine/records/hooks.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { trustedNow } from '#server/engine/session/trusted-clock.ts'
import { columns, is, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { withoutOffice } from '#server/university/admission/applicant/answer.ts'
import { readApplication } from '#server/university/admission/applicant/applicant.ts'
import { addEvents } from '#server/university/admission/events.ts'
import { actorOf } from '#server/university/admission/review/steps.ts'
import { canConfirm } from './explain.ts'

const r = table(registrations, 'r')

/** Name of the change in the history, whoever makes it. */
export const confirmAction = 'confirmPlace'

/** Confirms the own place, and answers the application; a second time changes nothing. Throws `step.refused` where there is none, or its day is over. */
export async function confirmPlace(context: Context, id: string): Promise<WireApplication> {
  await withoutOffice(
    recordsOf(context).change(systemPermit('applicant', registrations, 'update'), {
      id,
      action: confirmAction,
      values({ values }) {
        const now = context.clock.now()
        if (values.confirmedAt !== null) return {}
        if (!canConfirm(values, now)) throw new AppError('step.refused')
        return { confirmedAt: now.toISOString() }
      },
    }),
  )
  return readApplication(context, id)
}

/** Notes in the timelines which places were confirmed, in the transaction of that. */
export const recordConfirmations = (queries: Queries, events: readonly WriteEvent<typeof registrations>[]): Promise<void> =>
  addEvents(
    queries,
    events
      .filter(({ action }) => action === confirmAction)
      .map(({ id, permit, at }) => ({
        ...{ registrationId: id, type: 'placeConfirmed', by: actorOf(permit), at: new Date(at), visibleFrom: new Date(at) },
      })),
  )

const lapsed = {
  ...{ status: 'declined', reasonCode: 'place_not_confirmed' },
  ...{ wonSpecializationId: null, wonFunding: null, wonPlaceKindId: null, confirmBy: null },
} as const

/** Takes back every place whose last day has passed unconfirmed, and answers how many: none while the clock is not to be believed. */
export async function lapsePlaces(context: Context): Promise<number> {
  const now = await trustedNow(context)
  if (now === null) return 0
  const due = await run(
    context.database,
    sql`select ${pick(columns(r, 'id', 'language'))} from ${r} where ${is(r.status, 'accepted')} and ${r.confirmBy} < ${today(now)}::date
     and ${r.wonSpecializationId} is not null and ${r.confirmedAt} is null and ${r.enrolledAt} is null order by ${r.id}`,
  )
  for (const { id, language } of due) await lapse(context, { id, language: language as Language, now })
  if (due.length > 0) recordsOf(context).forgetTotals(registrations.name)
  return due.length
}

const lapse = (context: Context, { id, language, now }: { readonly id: string; readonly language: Language; readonly now: Date }) =>
  recordsOf(context).change(systemPermit('admission', registrations, 'update'), {
    id,
    action: 'lapsePlace',
    values: ({ values }) => {
      const isOver = typeof values.confirmBy === 'string' && values.confirmBy < today(now)
      const isOpen = values.status === 'accepted' && values.confirmedAt === null && values.enrolledAt === null
      return isOver && isOpen ? { ...lapsed, decidedAt: now.toISOString(), decidedOn: today(now) } : {}
    },
    async also(queries, { record }) {
      if (record.status !== 'declined') return
      await addEvents(queries, [
        {
          ...{ registrationId: id, type: 'declined', by: { kind: 'system' }, at: now, visibleFrom: now },
          ...{ from: 'accepted', to: 'declined', payload: { reasonCode: lapsed.reasonCode } },
        },
      ])
      await queueMail(queries, now, { kind: 'declined', registrationId: id, language })
    },
  })
