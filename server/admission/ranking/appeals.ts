/** Appeals against admission results: the deadline, creation, and the effect of the answer. */

import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queueMail } from '@matricola/server/mail/outbox.ts'
import { permitForSubtask, systemPermit } from '@matricola/server/policy/permit.ts'
import {
  type Prepared,
  prepareEach,
  type ResourceCode,
  type TransactionContext,
  type WriteDraft,
  type WriteEvent,
} from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { AskedAction } from '@matricola/server/records/writing/action.ts'
import {
  columns,
  equalsLiteral,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { registrations } from '#resources/registrations.ts'
import { addTimelineEvents, timelineActorOf } from '#server/admission/timeline-events.ts'
import { type NotifiedResult, readNotifiedResults } from './applicant-result.ts'

const admissionAppeal = outerTable(admissionAppeals)
const registration = table(registrations)

/**
 * Appeals against admission results: one per round, before its deadline. Changing a grade starts a
 * new results draft.
 */
export const admissionAppealHooks = (context: Context): ResourceCode<typeof admissionAppeals> => ({
  actions: { change: { work: (...call) => correctGrade(context, ...call) } },
  prepare: prepareEach((write) =>
    write.before === null ? prepareResultAppeal(context, write) : undefined,
  ),
  after: recordAppeals,
})

/**
 * Returns the newest result that the applicant was notified of, with the appeal against its round;
 * null if there was none.
 */
async function findNotifiedRound(
  queries: Queries,
  registrationId: string,
  result: Pick<NotifiedResult, 'roundId' | 'appealUntil' | 'choice'> | undefined,
) {
  if (!result) return null
  const { roundId, appealUntil, choice } = result
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      isClosed: equalsLiteral(registration.status, 'declined'),
      ...{
        appealId: admissionAppeal.id,
        status: admissionAppeal.status,
        explanation: admissionAppeal.explanation,
        appealedAt: admissionAppeal.appealedAt,
        answer: admissionAppeal.answer,
        answeredAt: admissionAppeal.answeredAt,
      },
    })}
     from ${registration} left join ${admissionAppeal} on ${admissionAppeal.registrationId} = ${registration.id} and ${admissionAppeal.admissionRoundId} = ${roundId}::uuid
     where ${registration.id} = ${registrationId}`,
  )
  return row ? { ...row, roundId, appealUntil, choice } : null
}

type NotifiedRound = NonNullable<Awaited<ReturnType<typeof findNotifiedRound>>>

/** Returns the reason why the results cannot be appealed now; null if they can. */
function refusalOf(notified: NotifiedRound | null, now: Date) {
  if (!notified || notified.isClosed) return 'resultAppeal.noResult' as const
  if (notified.appealId !== null) return 'resultAppeal.once' as const
  return notified.appealUntil === null || notified.appealUntil < today(now)
    ? ('resultAppeal.tooLate' as const)
    : null
}

/**
 * Returns the appeal, or the deadline for making one, as the applicant sees it. Empty if no results
 * were sent. Applicants who got their first choice are not offered an appeal.
 */
export async function readResultAppeal(
  queries: Queries,
  id: string,
  result: NotifiedResult | undefined,
  now: Date,
): Promise<Pick<WireApplication, 'appeal'>> {
  const notified = await findNotifiedRound(queries, id, result)
  if (!notified) return {}
  const { status, explanation, appealedAt, answer, answeredAt, appealUntil, choice } = notified
  const until = choice !== 1 && refusalOf(notified, now) === null ? appealUntil : null
  return status === null && until === null
    ? {}
    : { appeal: { until, status, explanation, appealedAt, answer, answeredAt } }
}

/**
 * Sets the round of a new appeal. Throws `input.invalid` if there are no results to appeal or the
 * deadline has passed.
 */
async function prepareResultAppeal(
  { database, clock }: Context,
  { record }: WriteDraft<typeof admissionAppeals>,
): Promise<Prepared> {
  const registrationId = String(record.registrationId)
  const [result] = await readNotifiedResults(database, [registrationId])
  const notified = await findNotifiedRound(database, registrationId, result)
  const code = refusalOf(notified, clock.now())
  if (code !== null || !notified)
    throw invalidInput({ registrationId: [{ code: code ?? 'resultAppeal.noResult' }] })
  return { set: { admissionRoundId: notified.roundId } }
}

/**
 * Corrects the grade, answers the appeal and starts a new results draft in one transaction. Throws
 * `input.invalid`.
 */
async function correctGrade(
  { clock }: Context,
  { records, permit }: TransactionContext,
  { id, values: { registrationId, admissionRoundId } }: StoredRecord<typeof admissionAppeals>,
  { values: newValues }: AskedAction,
): Promise<void> {
  const { caller } = permit
  if (!caller) throw new AppError('access.denied')
  await records.applyInternalChange(permit, { id, action: 'change', values: () => newValues })
  const grade = String(newValues.grade)
  await records.applyInternalChange(permitForSubtask(caller, registrations, 'update'), {
    id: registrationId,
    action: 'update',
    values: ({ values }) => {
      if (values[grade] === newValues.newValue)
        throw invalidInput({ newValue: [{ code: 'resultAppeal.sameGrade' }] })
      const gradesCheckedAt = clock.now().toISOString()
      return {
        [grade]: newValues.newValue,
        // The answer to an appeal also confirms the corrected grade.
        ...(values.gradesCheckedAt !== null && { gradesCheckedAt, gradesCheckedById: caller.id }),
      }
    },
  })
  await records.insert(systemPermit('admission', admissionDrafts, 'create'), { admissionRoundId })
}

/**
 * Adds appeals and answers to the timelines and queues emails with the answers, in the transaction
 * of the write.
 */
async function recordAppeals(
  queries: Queries,
  events: readonly WriteEvent<typeof admissionAppeals>[],
): Promise<void> {
  const relevantEvents = events.filter(
    ({ before, changed }) => before === null || changed.status !== undefined,
  )
  await addTimelineEvents(
    queries,
    relevantEvents.map(({ before, record, permit, at }) => ({
      registrationId: record.registrationId,
      type: before === null ? ('resultAppealed' as const) : ('resultAppealAnswered' as const),
      by: timelineActorOf(permit),
      ...{ at: new Date(at), visibleFrom: new Date(at) },
      ...(before !== null && { note: record.answer }),
    })),
  )
  const answers = relevantEvents.filter(({ before }) => before !== null)
  if (answers.length === 0) return
  const languages = await runStatement(
    queries,
    sql`select ${pick(columns(registration, 'id', 'language'))} from ${registration} where ${registration.id} = any(${answers.map(({ record }) => record.registrationId)}::uuid[])`,
  )
  for (const { record, at } of answers) {
    const language = languages.find(({ id }) => id === record.registrationId)?.language as Language
    await queueMail(queries, new Date(at), {
      kind: 'resultAppealAnswered',
      recordId: record.registrationId,
      language,
    })
  }
}
