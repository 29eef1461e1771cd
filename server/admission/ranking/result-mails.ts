/** Which email announces a result. The preview of a release and the release itself read it here. */

import type { Queries } from '@matricola/server/database/database.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { ResultChange, ResultMail } from '#resources/admission/ranking.ts'
import { quotaIdOf } from '#resources/admission/ranking.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionQuotaTable, admissionResultTable } from '#server/tables/rows.ts'
import { readMoveFees } from './fee.ts'

const admissionDraft = table(admissionDrafts)
const admissionQuota = table(admissionQuotaTable)
const admissionResult = table(admissionResultTable)

interface AnnouncedChange {
  readonly id: string
  readonly change: ResultChange
  /** Whether the place was confirmed when the results were computed. */
  readonly isConfirmed: boolean
}

const mailByChange = {
  first: 'placeOffered',
  up: 'placeMovedUp',
  nowFeePaying: 'placeNowFeePaying',
  down: 'placeMovedDown',
  lost: 'placeRetracted',
} as const

/**
 * Returns the email for each application; none if the applicant knows the result. Someone without a
 * place gets one email in each round, and another one if the number on the waiting list changes.
 */
export async function readResultMails(
  queries: Queries,
  draftId: string,
  changes: readonly AnnouncedChange[],
): Promise<ReadonlyMap<string, ResultMail>> {
  const mails = new Map<string, ResultMail>()
  const placeless: AnnouncedChange[] = []
  const moved: string[] = []
  for (const { id, change, isConfirmed } of changes) {
    if (change === 'none') continue
    if (change === 'waiting' || change === 'notRanked') placeless.push({ id, change, isConfirmed })
    else if (isConfirmed && change !== 'lost') moved.push(id)
    else mails.set(id, mailByChange[change])
  }
  const moveFees = await readMoveFees(queries, draftId, moved)
  for (const id of moved)
    mails.set(id, (moveFees.get(id)?.due ?? 0) > 0 ? 'movedUpToPay' : 'movedUp')
  if (placeless.length === 0) return mails
  const ids = placeless.map(({ id }) => id)
  const [draft] = await runStatement(
    queries,
    sql`select ${pick(columns(admissionDraft, 'admissionRoundId'))} from ${admissionDraft} where ${admissionDraft.id} = ${draftId}`,
  )
  const now = await readWaiting(queries, ids, sql`${admissionResult.draft_id} = ${draftId}`)
  const before = await readWaiting(
    queries,
    ids,
    sql`${admissionResult.notified_at} is not null and ${admissionResult.draft_id} <> ${draftId}`,
  )
  for (const { id, change } of placeless) {
    const last = before.get(id)
    const isSameRound = last?.roundId === draft?.admissionRoundId
    if (change === 'notRanked') {
      if (!(isSameRound && last?.outcome === 'incomplete')) mails.set(id, 'notRanked')
      continue
    }
    const number = bestNumberOf(now.get(id))
    const numberBefore = number && last?.numbers.get(number.quota)
    if (last?.outcome !== 'waiting' || !numberBefore) mails.set(id, 'waiting')
    else if (!isSameRound || numberBefore !== number.number) mails.set(id, 'stillWaiting')
  }
  return mails
}

interface WaitingResult {
  readonly roundId: string
  readonly outcome: string
  /** Number on the waiting list, by place, for each choice that has one. */
  readonly numbers: ReadonlyMap<string, number>
}

/** The smallest number on a waiting list, and its place; null if there is none. */
export function bestNumberOf(
  result: Pick<WaitingResult, 'numbers'> | undefined,
): { readonly quota: string; readonly number: number } | null {
  const [first, ...others] = result?.numbers ?? []
  if (!first) return null
  const [quota, number] = others.reduce((best, one) => (one[1] < best[1] ? one : best), first)
  return { quota, number }
}

/** Returns the newest result that meets a condition, by application. */
export async function readWaiting(
  queries: Queries,
  ids: readonly string[],
  condition: ReturnType<typeof sql>,
): Promise<ReadonlyMap<string, WaitingResult>> {
  const rows = await runStatement(
    queries,
    sql`select distinct on (${admissionResult.registration_id}) ${pick({
      id: admissionResult.registration_id,
      roundId: admissionDraft.admissionRoundId,
      ...columns(admissionResult, 'outcome', 'draft_id', 'quotas', 'waiting_positions'),
    })} from ${admissionResult} join ${admissionDraft} on ${admissionDraft.id} = ${admissionResult.draft_id}
     where ${admissionResult.registration_id} = any(${ids}::uuid[]) and ${condition} order by ${admissionResult.registration_id}, ${admissionResult.notified_at} desc`,
  )
  const quotas = new Map<string, ReadonlyMap<number, string>>()
  for (const draftId of new Set(rows.map(({ draft_id }) => draft_id)))
    quotas.set(draftId, await readQuotaIds(queries, draftId))
  return new Map(
    rows.map(({ id, roundId, outcome, draft_id, quotas: numbers, waiting_positions }) => [
      id,
      {
        ...{ roundId, outcome },
        numbers: new Map(
          numbers.flatMap((quota, at) => {
            const number = waiting_positions[at] ?? 0
            const name = quotas.get(draft_id)?.get(quota)
            return number > 0 && name !== undefined ? [[name, number] as const] : []
          }),
        ),
      },
    ]),
  )
}

/**
 * Returns the ids of the places of a draft by their number in it. The ids are the same in every
 * draft, but the numbers are not.
 */
export async function readQuotaIds(
  queries: Queries,
  draftId: string,
): Promise<ReadonlyMap<number, string>> {
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(admissionQuota, 'number', 'specialization_id', 'kind'))} from ${admissionQuota} where ${admissionQuota.draft_id} = ${draftId}`,
  )
  return new Map(
    rows.map(({ number, specialization_id, kind }) => [number, quotaIdOf(specialization_id, kind)]),
  )
}
