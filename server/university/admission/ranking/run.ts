/** Computes requested results drafts: reads, allocates, checks, stores. Several processes can run it, each draft under a lease. */
import { randomUUID } from 'node:crypto'
import { allocating } from '#model/admission/allocation/allocation.ts'
import { checking } from '#model/admission/allocation/checker.ts'
import { standings } from '#model/admission/ranking.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { systemPermit } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { columns, is, names, pick, run, set, sql, table, to } from '#server/engine/sql/typed.ts'
import { breather } from '#server/engine/turns.ts'
import { admissionResult, admissionRun, admissionSeat } from '#server/university/tables/rows.ts'
import { assembling } from './assemble.ts'
import { gather } from './gather.ts'
import { stampNow } from './inputs.ts'
import { effectOf, resultRows, storeResults, storeSeats } from './store.ts'

const d = table(admissionDrafts, 'd')
const o = table(admissionRounds, 'o')
const w = table(admissionRun, 'w')
const x = table(admissionResult, 'x')
const y = table(admissionSeat, 'y')

const leaseMs = 60_000
const rowsAtOnce = 1000

interface Claimed {
  readonly draftId: string
  readonly sessionId: string
  readonly token: string
}

/** Another process has taken over the draft. */
class LostLease extends Error {}

/** Computes every requested draft, and returns their number. */
export async function runDueDrafts(context: Context): Promise<number> {
  let made = 0
  for (;;) {
    const claimed = await claimNext(context)
    if (!claimed) return made
    try {
      await makeDraft(context, claimed)
      made += 1
    } catch (error) {
      if (error instanceof LostLease) continue
      context.log.error({ err: error, draft: claimed.draftId }, 'a draft of results could not be made')
      await giveUp(context, claimed)
    }
  }
}

async function claimNext({ database, clock }: Context): Promise<Claimed | null> {
  const now = clock.now()
  const token = randomUUID()
  const until = new Date(now.getTime() + leaseMs).toISOString()
  return await database.transaction(async (queries) => {
    const [due] = await run(
      queries,
      sql`select ${pick({ draftId: d.id, sessionId: o.admissionSessionId })} from ${d} join ${o} on ${o.id} = ${d.admissionRoundId}
       where ${is(d.state, 'running')}
       and not exists (select 1 from ${w} where ${w.draft_id} = ${d.id} and ${w.lease_until} > ${now.toISOString()})
       order by ${d.startedAt}, ${d.id} limit 1 for update of d skip locked`,
    )
    if (!due) return null
    await run(
      queries,
      sql`insert into ${to(w, 'draft_id', 'lease_token', 'lease_until', 'done')}
       values (${due.draftId}::uuid, ${token}::uuid, ${until}::timestamptz, 0)
       on conflict (${names(w, 'draft_id')}) do update ${set(w, { lease_token: token, lease_until: until, done: 0 })}`,
    )
    // Delete partial results of a process that was stopped.
    await run(queries, sql`delete from ${x} where ${x.draft_id} = ${due.draftId}`)
    await run(queries, sql`delete from ${y} where ${y.draft_id} = ${due.draftId}`)
    return { ...due, token }
  })
}

/** Runs a generator to its end and returns its result, yielding to the event loop between steps. */
async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  const breathe = breather()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await breathe()
  }
}

async function makeDraft(context: Context, claimed: Claimed): Promise<void> {
  const { database } = context
  const hold = (queries: Queries, done: number) => holdLease(queries, context.clock.now(), claimed, done)
  const stamp = await database.transaction((queries) => stampNow(queries, claimed.sessionId))
  const read = await gather(database, claimed.sessionId)
  const found = await inTurns(assembling(read))
  await hold(database, 20)
  const allocation = await inTurns(allocating(found.candidates, found.seats))
  await hold(database, 40)
  const { seats, ranked } = await inTurns(standings(found.candidates, found.seats, allocation))
  const rows = resultRows(found, allocation)
  const store = async () => {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await database.transaction(async (queries) => {
        await hold(queries, 50 + Math.floor((45 * from) / rows.length))
        await storeResults(queries, claimed.draftId, rows.slice(from, from + rowsAtOnce), ranked)
      })
  }
  // The database stores results while this process checks the allocation.
  const [report] = await Promise.all([inTurns(checking(found.candidates, found.seats, allocation)), store()])
  const effect = effectOf(read.people, rows)
  await recordsOf(context).together(async (records, queries) => {
    await hold(queries, 100)
    await storeSeats(queries, claimed.draftId, seats)
    await run(queries, sql`update ${w} ${set(w, { stamp, effect })} where ${w.draft_id} = ${claimed.draftId}`)
    await records.change(systemPermit('admission', admissionDrafts, 'update'), {
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

/** Extends the lease and stores the progress in percent. Throws `LostLease` if another process has taken over. */
async function holdLease(queries: Queries, now: Date, { draftId, token }: Claimed, done: number): Promise<void> {
  const until = new Date(now.getTime() + leaseMs).toISOString()
  const held = await run(
    queries,
    sql`update ${w} ${set(w, { lease_until: until, done })} where ${w.draft_id} = ${draftId} and ${w.lease_token} = ${token}
     returning ${pick(columns(w, 'done'))}`,
  )
  if (held.length === 0) throw new LostLease()
}

/** Marks the draft as failed. Staff can request another. */
async function giveUp(context: Context, { draftId }: Claimed): Promise<void> {
  await recordsOf(context).change(systemPermit('admission', admissionDrafts, 'update'), {
    id: draftId,
    action: 'finish',
    values: ({ values }) => (values.state === 'running' ? { state: 'failed' } : {}),
  })
}
