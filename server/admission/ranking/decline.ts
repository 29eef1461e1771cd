/** Declines applications without a member of staff: places that lapse, waiting lists that end. */

import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import { type QueuedMail, queueMail } from '@matricola/server/mail/outbox.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import type { RegistrationStatus } from '#resources/admission/wire.ts'
import { registrations } from '#resources/registrations.ts'
import { addTimelineEvents } from '#server/admission/timeline-events.ts'

interface DeclinedApplication {
  readonly id: string
  readonly language: string
}

interface Decline {
  readonly action: string
  readonly now: Date
  /** Returns the reason, and the values to set; null if the application is not declined. */
  valuesFor(values: Values): (Values & { readonly reasonCode: string }) | null
  mailFor(before: Values): Pick<QueuedMail, 'kind' | 'params'>
}

/** Declines an application, with its timeline event and email, in one transaction. */
export const declineApplication = (
  context: Context,
  { id, language }: DeclinedApplication,
  { action, now, valuesFor, mailFor }: Decline,
) =>
  recordsOf(context).applyInternalChange(systemPermit('admission', registrations, 'update'), {
    ...{ id, action },
    values({ values }) {
      const set = valuesFor(values)
      return set
        ? { status: 'declined', decidedAt: now.toISOString(), decidedOn: today(now), ...set }
        : {}
    },
    async afterwards(queries, { before, record }) {
      if (!before || before.values.status === 'declined' || record.status !== 'declined') return
      const { status } = before.values
      await addTimelineEvents(queries, [
        {
          ...{ registrationId: id, type: 'declined', by: { kind: 'system' } },
          ...{ at: now, visibleFrom: now, from: status as RegistrationStatus, to: 'declined' },
          payload: { reasonCode: record.reasonCode },
        },
      ])
      await queueMail(queries, now, {
        ...{ recordId: id, language: language as Language },
        ...mailFor(before.values),
      })
    },
  })
