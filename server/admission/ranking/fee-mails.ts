/**
 * Emails about fee payments and waivers. They are queued with the entry and sent after the hold. If
 * the entry is undone before that, no email is sent.
 */
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { MailKind } from '@matricola/server/mail/mail-kinds.ts'
import { queueMails } from '@matricola/server/mail/outbox.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { finances } from '#resources/finances.ts'
import { registrations } from '#resources/registrations.ts'
import { holdEndsAt, readReviewSettings } from '#server/admission/review/transition-notices.ts'
import { feeOfEntryKind } from './fee.ts'

const registration = table(registrations)

type Entry = WriteEvent<typeof finances>

/** Key that ensures that the email about an entry is sent only once. */
export const bookingMailKey = (entryId: string) => `booked:${entryId}`
const reversalMailKey = (entryId: string) => `undone:${entryId}`

/**
 * Queues emails about new entries, in their transaction. If an entry is reversed while its email is
 * waiting, no email is sent. If it is reversed later, a correction is sent.
 */
export async function queueFeeMails(queries: Queries, events: readonly Entry[]): Promise<void> {
  const mails = events.flatMap((event) => {
    const kind = mailOf(event)
    const { registrationId, reversalOfId } = event.record
    return kind && registrationId
      ? [
          {
            kind,
            registrationId,
            entry: reversalOfId ?? event.id,
            isUndone: reversalOfId !== null,
            at: event.at,
          },
        ]
      : []
  })
  const [first] = mails
  if (!first) return
  const [reviewSettings, applicants] = await Promise.all([
    readReviewSettings(queries),
    runStatement(
      queries,
      sql`select ${pick(columns(registration, 'id', 'language'))} from ${registration} where ${registration.id} = any(${mails.map(({ registrationId }) => registrationId)}::uuid[])`,
    ),
  ])
  const languages = new Map(applicants.map(({ id, language }) => [id, language as Language]))
  const now = new Date(first.at)
  await queueMails(
    queries,
    now,
    mails.flatMap(({ kind, registrationId, entry, isUndone }) => {
      const language = languages.get(registrationId)
      const runAt = holdEndsAt(reviewSettings, now)
      const onceKey = isUndone ? reversalMailKey(entry) : bookingMailKey(entry)
      return language
        ? [{ kind, recordId: registrationId, language, runAt, params: { entry }, onceKey }]
        : []
    }),
  )
}

function mailOf({ before, record: { direction, kind, reversalOfId } }: Entry): MailKind | null {
  const isFee =
    feeOfEntryKind(kind) !== null && (direction === 'payment' || direction === 'adjustment')
  if (before !== null || !isFee) return null
  if (reversalOfId !== null) return 'paymentUndone'
  return direction === 'payment' ? 'paymentBooked' : 'feeWaived'
}
