/**
 * Computes requested results drafts: reads the input, allocates places, checks the result and
 * stores it. Several processes can compute drafts, each under a lease.
 */
import { randomUUID } from 'node:crypto'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import {
  bareColumns,
  columns,
  equalsLiteral,
  intoColumns,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { createYielder } from '@matricola/server/task-queue.ts'
import { allocateInSteps } from '#resources/admission/allocation/allocation.ts'
import { checkAllocationInSteps } from '#resources/admission/allocation/checker.ts'
import { amongListedChoices, rankCandidates } from '#resources/admission/ranking.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import {
  admissionQuotaTable,
  admissionResultTable,
  admissionRunTable,
} from '#server/tables/rows.ts'
import { assembleAllocation } from './assemble.ts'
import { confirmationsOf } from './confirmations.ts'
import { findCauses } from './find-causes.ts'
import { readRankingInput } from './read-input.ts'
import { takeStamp } from './staleness.ts'
import { releaseEffectOf, resultRows, storeQuotas, storeRankingResults } from './store.ts'

const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)
const admissionRun = table(admissionRunTable)
const admissionResult = table(admissionResultTable)
const admissionQuota = table(admissionQuotaTable)

const leaseMs = 60_000
const rowsAtOnce = 1000

interface ClaimedDraft {
  readonly draftId: string
  readonly sessionId: string
  readonly token: string
}

/** Another process has taken over the draft. */
class LeaseLostError extends Error {}

/** Computes all requested drafts and returns their number. */
export async function runDueDrafts(context: Context): Promise<number> {
  let computedCount = 0
  for (;;) {
    const claimed = await claimNext(context)
    if (!claimed) return computedCount
    try {
      await computeDraft(context, claimed)
      computedCount += 1
    } catch (error) {
      if (error instanceof LeaseLostError) continue
      context.log.error({ err: error, draft: claimed.draftId }, 'computing a results draft failed')
      await markFailed(context, claimed)
    }
  }
}

async function claimNext({ database, clock }: Context): Promise<ClaimedDraft | null> {
  const now = clock.now()
  const token = randomUUID()
  const until = new Date(now.getTime() + leaseMs).toISOString()
  return await database.transaction(async (queries) => {
    const [due] = await runStatement(
      queries,
      sql`select ${pick({ draftId: admissionDraft.id, sessionId: admissionRound.admissionSessionId })} from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
       where ${equalsLiteral(admissionDraft.state, 'running')}
       and not exists (select 1 from ${admissionRun} where ${admissionRun.draft_id} = ${admissionDraft.id} and ${admissionRun.lease_until} > ${now.toISOString()})
       order by ${admissionDraft.startedAt}, ${admissionDraft.id} limit 1 for update of admission_drafts skip locked`,
    )
    if (!due) return null
    await runStatement(
      queries,
      sql`insert into ${intoColumns(admissionRun, 'draft_id', 'lease_token', 'lease_until', 'progress')}
       values (${due.draftId}::uuid, ${token}::uuid, ${until}::timestamptz, 0)
       on conflict (${bareColumns(admissionRun, 'draft_id')}) do update ${setValues(admissionRun, { lease_token: token, lease_until: until, progress: 0 })}`,
    )
    // Delete partial results of a process that was stopped.
    await runStatement(
      queries,
      sql`delete from ${admissionResult} where ${admissionResult.draft_id} = ${due.draftId}`,
    )
    await runStatement(
      queries,
      sql`delete from ${admissionQuota} where ${admissionQuota.draft_id} = ${due.draftId}`,
    )
    return { ...due, token }
  })
}

/** Runs a generator to its end and returns its result, yielding to the event loop between steps. */
export async function runYielding<T>(steps: Generator<void, T>): Promise<T> {
  const yieldIfDue = createYielder()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await yieldIfDue()
  }
}

async function computeDraft(context: Context, claimed: ClaimedDraft): Promise<void> {
  const { database } = context
  const hold = (queries: Queries, progress: number) =>
    holdLease(queries, context.clock.now(), claimed, progress)
  const stamp = await database.transaction((queries) => takeStamp(queries, claimed.sessionId))
  const input = await readRankingInput(database, claimed.sessionId)
  const found = await runYielding(assembleAllocation(input))
  await hold(database, 20)
  const allocation = await runYielding(allocateInSteps(found.candidates, found.quotas))
  const listedAllocation = amongListedChoices(found.candidates, found.listed, allocation)
  await hold(database, 40)
  const { quotas, ranked } = await runYielding(
    rankCandidates(found.listed, found.quotas, listedAllocation),
  )
  const rows = resultRows(input, found, listedAllocation)
  const { causes, sources, blocked } = await findCauses(database, {
    ...{ sessionId: claimed.sessionId, input, found, rows, won: allocation.won },
    async allocate(candidates, quotas) {
      await hold(database, 45)
      return await runYielding(allocateInSteps(candidates, quotas))
    },
  })
  const store = async () => {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await database.transaction(async (queries) => {
        await hold(queries, 50 + Math.floor((45 * from) / rows.length))
        const piece = rows.slice(from, from + rowsAtOnce)
        await storeRankingResults(queries, claimed.draftId, piece, { ranked, causes })
      })
  }
  // The database stores results while this process checks the allocation.
  const [report] = await Promise.all([
    runYielding(
      checkAllocationInSteps(found.candidates, found.quotas, allocation, confirmationsOf(input)),
    ),
    store(),
  ])
  const effect = releaseEffectOf(rows)
  await recordsOf(context).inTransaction(async (records, queries) => {
    await hold(queries, 100)
    await storeQuotas(queries, claimed.draftId, quotas, input.programmes)
    await runStatement(
      queries,
      sql`update ${admissionRun} ${setValues(admissionRun, { stamp, effect, cause_sources: sources })}, ${bareColumns(admissionRun, 'blocked')} = ${JSON.stringify(blocked)}::jsonb where ${admissionRun.draft_id} = ${claimed.draftId}`,
    )
    await records.applyInternalChange(systemPermit('admission', admissionDrafts, 'update'), {
      id: claimed.draftId,
      action: 'finish',
      values: () => ({
        state: 'ready',
        readyAt: context.clock.now().toISOString(),
        candidates: found.candidates.length,
        placed: [...allocation.won.values()].filter((place) => place !== null).length,
        incomplete: found.incomplete.size,
        findings: report.found,
        report,
      }),
    })
  })
}

/**
 * Extends the lease and stores the progress in percent. Throws `LeaseLostError` if another process
 * has taken over.
 */
async function holdLease(
  queries: Queries,
  now: Date,
  { draftId, token }: ClaimedDraft,
  progress: number,
): Promise<void> {
  const until = new Date(now.getTime() + leaseMs).toISOString()
  const updated = await runStatement(
    queries,
    sql`update ${admissionRun} ${setValues(admissionRun, { lease_until: until, progress })} where ${admissionRun.draft_id} = ${draftId} and ${admissionRun.lease_token} = ${token}
     returning ${pick(columns(admissionRun, 'progress'))}`,
  )
  if (updated.length === 0) throw new LeaseLostError()
}

/** Marks the draft as failed. Staff can request another. */
async function markFailed(context: Context, { draftId }: ClaimedDraft): Promise<void> {
  await recordsOf(context).applyInternalChange(
    systemPermit('admission', admissionDrafts, 'update'),
    {
      id: draftId,
      action: 'finish',
      values: ({ values }) => (values.state === 'running' ? { state: 'failed' } : {}),
    },
  )
}
