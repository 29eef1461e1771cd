/** Results of a draft, for staff. */
import { type Language, maxPageSize } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  columns,
  differsFromLiteral,
  equalsLiteral,
  expr,
  inLanguage,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import type { moveReasons, WireMove, WireQuota, WireRanked } from '#resources/calls/ranking.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { admissionQuotaTable, admissionResultTable, admissionRunTable } from '#server/tables/rows.ts'
import { isUnchanged } from './staleness.ts'

const h = table(admissionAppeals, 'h')
const d = table(admissionDrafts, 'd')
const e = table(admissionDrafts, 'e')
const o = table(admissionRounds, 'o')
const q = table(admissionRounds, 'q')
const w = outerTable(admissionRunTable, 'w')
const x = table(admissionResultTable, 'x')
const y = table(admissionQuotaTable, 'y')
const z = table(specializations, 'z')
const k = outerTable(placeKinds, 'k')
const r = table(registrations, 'r')
// Results of the two drafts that are compared, each with the names of its places.
const [a, az, ak] = [outerTable(admissionResultTable, 'a'), outerTable(specializations, 'az'), outerTable(placeKinds, 'ak')]
const [b, bz, bk] = [outerTable(admissionResultTable, 'b'), outerTable(specializations, 'bz'), outerTable(placeKinds, 'bk')]

export interface PageQuery {
  readonly pageNumber?: number | undefined
  readonly pageSize?: number | undefined
}

const defaultPageSize = 25
const pageOf = ({ pageNumber = 1, pageSize = defaultPageSize }: PageQuery) => {
  const size = Math.min(pageSize, maxPageSize)
  return { page: pageNumber, pageSize: size, skip: (pageNumber - 1) * size }
}

/** Returns the places of each type in each programme, with names in the caller's language. */
export const readQuotas = (queries: Queries, draftId: string, language: Language | null): Promise<WireQuota[]> =>
  runStatement(
    queries,
    sql`select ${pick({
      ...{ specializationId: y.specialization_id, programme: inLanguage(z.name, language), kind: y.kind, kindName: k.name },
      ...{ places: y.places, taken: y.taken, applicants: y.applicants, waiting: y.waiting, lastAverage: y.last_average },
    })}
     from ${y} join ${z} on ${z.id} = ${y.specialization_id} left join ${k} on ${k.id}::text = ${y.kind}
     where ${y.draft_id} = ${draftId}
     order by ${inLanguage(z.nameKey, language)}, ${z.id}, (${y.kind} = 'budget') desc, (${y.kind} = 'fee') desc, ${k.name}`,
  )

interface QuotaSelector {
  readonly specializationId: string
  readonly kind: string
}

/** Returns everyone who applied for one type of place in a programme, ordered by average. */
export async function readRanked(queries: Queries, draftId: string, { specializationId, kind, ...pageQuery }: QuotaSelector & PageQuery) {
  const { page, pageSize, skip } = pageOf(pageQuery)
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      registrationId: x.registration_id,
      reference: r.referenceCode,
      wonChoice: x.choice,
      hasPlace: expr<boolean>`coalesce(${x.specialization_id} = ${y.specialization_id} and ${x.kind} = ${y.kind}, false)`,
      choice: expr<number>`own.at`,
      position: expr<number>`${x.positions}[own.at]`,
      average: expr<number>`${x.averages}[own.at]`,
      firstTie: expr<number | null>`${x.first_ties}[own.at]`,
      secondTie: expr<number | null>`${x.second_ties}[own.at]`,
      waiting: expr<number | null>`nullif(${x.waiting_positions}[own.at], 0)`,
      total: expr<number>`count(*) over ()`,
    })}
     from ${y} join ${x} on ${x.draft_id} = ${y.draft_id} and ${x.quotas} @> array[${y.number}]
     join ${r} on ${r.id} = ${x.registration_id} cross join lateral (select array_position(${x.quotas}, ${y.number}) as at) own
     where ${y.draft_id} = ${draftId} and ${y.specialization_id} = ${specializationId} and ${y.kind} = ${kind}
     order by ${x.positions}[own.at], ${r.referenceCode} offset ${skip}::bigint limit ${pageSize}::bigint`,
  )
  const list = rows.map(
    ({ firstTie, secondTie, total: _, ...row }): WireRanked => ({ ...row, ties: [firstTie, secondTie].filter((tie) => tie !== null) }),
  )
  return { totalCount: rows[0]?.total ?? 0, page, pageSize, list }
}

/** Returns the draft to compare with: the newest earlier draft of the same session. With `isNotified`, returns only announced drafts. */
async function findEarlierDraft(queries: Queries, draftId: string, isNotified: boolean) {
  const [found] = await runStatement(
    queries,
    sql`select ${pick({ id: e.id, readyAt: e.readyAt })} from ${d} join ${o} on ${o.id} = ${d.admissionRoundId}
     join ${q} on ${q.admissionSessionId} = ${o.admissionSessionId} join ${e} on ${e.admissionRoundId} = ${q.id}
     where ${d.id} = ${draftId} and ${e.id} <> ${d.id} and ${e.startedAt} < ${d.startedAt} and ${differsFromLiteral(e.state, 'running')} and ${differsFromLiteral(e.state, 'failed')}
     and (not ${isNotified}::boolean or ${equalsLiteral(e.state, 'notified')})
     order by ${e.startedAt} desc limit 1`,
  )
  return found ?? null
}

/** The part of a result row that moves are derived from. Everything is null if the draft does not contain the applicant. */
interface PlacedResult {
  readonly specializationId: string | null
  readonly programme: string | null
  readonly kind: string | null
  readonly kindName: string | null
  readonly outcome: string | null
  /** The places that the applicant applied for, and the averages with their tie-breakers. */
  readonly quotas: readonly string[]
  readonly grades: readonly unknown[]
}

/** Returns identifiers of places by their number in a draft. The identifiers are the same in every draft, but the numbers are not. */
async function readQuotaKeys(queries: Queries, draftId: string): Promise<ReadonlyMap<number, string>> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ number: y.number, quota: expr<string>`${y.specialization_id}::text || ' ' || ${y.kind}` })} from ${y}
     where ${y.draft_id} = ${draftId}`,
  )
  return new Map(rows.map(({ number, quota }) => [number, quota]))
}

/** Query for the place of every applicant in a draft. It selects few columns, since a page of moves compares two whole drafts. */
const placesIn = (draftId: string) =>
  sql`select ${pick({ id: x.registration_id, programme: x.specialization_id, kind: x.kind })} from ${x} where ${x.draft_id} = ${draftId}`

/** Returns the applicants whose place differs from the earlier draft, with the reason. */
export async function readMoves(
  queries: Queries,
  draftId: string,
  {
    against: comparedWith,
    language,
    ...pageQuery
  }: PageQuery & { readonly against?: 'notified' | undefined; readonly language: Language | null },
) {
  const { page, pageSize, skip } = pageOf(pageQuery)
  const earlierDraft = await findEarlierDraft(queries, draftId, comparedWith === 'notified')
  if (!earlierDraft) return { against: null, readyAt: null, totalCount: 0, page, pageSize, list: [] }
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...{ registrationId: expr<string>`p.id`, reference: expr<string>`p.reference`, total: expr<number>`p.total` },
      ...{ fromId: a.specialization_id, fromProgramme: inLanguage(az.name, language), fromKind: a.kind, fromKindName: ak.name },
      ...{ outcomeBefore: a.outcome, quotasBefore: a.quotas, averagesBefore: a.averages },
      ...{ firstTiesBefore: a.first_ties, secondTiesBefore: a.second_ties },
      ...{ toId: b.specialization_id, toProgramme: inLanguage(bz.name, language), toKind: b.kind, toKindName: bk.name },
      ...{ outcomeAfter: b.outcome, quotasAfter: b.quotas, averagesAfter: b.averages },
      ...{ firstTiesAfter: b.first_ties, secondTiesAfter: b.second_ties },
    })}
     from (select coalesce(was.id, now.id) as id, ${r.referenceCode} as reference, count(*) over () as total
         from (${placesIn(earlierDraft.id)}) was full join (${placesIn(draftId)}) now on now.id = was.id
         join ${r} on ${r.id} = coalesce(was.id, now.id)
         where (was.programme, was.kind) is distinct from (now.programme, now.kind)
         order by ${r.referenceCode} offset ${skip}::bigint limit ${pageSize}::bigint) p
     left join ${a} on ${a.draft_id} = ${earlierDraft.id} and ${a.registration_id} = p.id
     left join ${az} on ${az.id} = ${a.specialization_id} left join ${ak} on ${ak.id}::text = ${a.kind}
     left join ${b} on ${b.draft_id} = ${draftId} and ${b.registration_id} = p.id
     left join ${bz} on ${bz.id} = ${b.specialization_id} left join ${bk} on ${bk.id}::text = ${b.kind}
     order by p.reference`,
  )
  const [quotasBefore, quotasAfter] = [await readQuotaKeys(queries, earlierDraft.id), await readQuotaKeys(queries, draftId)]
  const list = rows.map((row): WireMove => {
    const before: PlacedResult = {
      ...{ specializationId: row.fromId, programme: row.fromProgramme, kind: row.fromKind, kindName: row.fromKindName },
      outcome: row.outcomeBefore,
      quotas: (row.quotasBefore ?? []).map((number) => quotasBefore.get(number) ?? ''),
      grades: [row.averagesBefore, row.firstTiesBefore, row.secondTiesBefore],
    }
    const after: PlacedResult = {
      ...{ specializationId: row.toId, programme: row.toProgramme, kind: row.toKind, kindName: row.toKindName },
      outcome: row.outcomeAfter,
      quotas: (row.quotasAfter ?? []).map((number) => quotasAfter.get(number) ?? ''),
      grades: [row.averagesAfter, row.firstTiesAfter, row.secondTiesAfter],
    }
    const { registrationId, reference } = row
    return { registrationId, reference, from: toPlace(before), to: toPlace(after), reason: reasonOf(before, after) }
  })
  return { against: earlierDraft.id, readyAt: earlierDraft.readyAt, totalCount: rows[0]?.total ?? 0, page, pageSize, list }
}

const toPlace = ({ specializationId, programme, kind, kindName }: PlacedResult): WireMove['from'] =>
  specializationId === null || programme === null || kind === null ? null : { specializationId, programme, kind, kindName }

/** Returns the reason why an applicant moved: new grades, new choices, or changes to other applicants or to places. */
function reasonOf(before: PlacedResult, after: PlacedResult): (typeof moveReasons)[number] {
  if (after.outcome === null || after.outcome === 'incomplete') return 'gone'
  if (before.outcome === null || before.outcome === 'incomplete') return 'new'
  if (before.quotas.join() !== after.quotas.join()) return 'choices'
  return JSON.stringify(before.grades) === JSON.stringify(after.grades) ? 'others' : 'grades'
}

/** Returns the applications that cannot be ranked. */
export async function readIncomplete(queries: Queries, draftId: string, pageQuery: PageQuery) {
  const { page, pageSize, skip } = pageOf(pageQuery)
  const rows = await runStatement(
    queries,
    sql`select ${pick({ registrationId: x.registration_id, reference: r.referenceCode, missing: x.missing, total: expr<number>`count(*) over ()` })}
     from ${x} join ${r} on ${r.id} = ${x.registration_id} where ${x.draft_id} = ${draftId} and ${x.missing} <> '[]'
     order by ${r.referenceCode} offset ${skip}::bigint limit ${pageSize}::bigint`,
  )
  return { totalCount: rows[0]?.total ?? 0, page, pageSize, list: rows.map(({ total: _, ...row }) => row) }
}

/** Returns the progress of a draft. While the draft can be released, also returns whether it is stale and what the release would do. */
export async function readDraftStatus(queries: Queries, draftId: string) {
  const [draft] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(d, 'state'),
      sessionId: o.admissionSessionId,
      ...{ progress: w.progress, stamp: w.stamp, effect: w.effect },
      appeals: expr<number>`(select count(*) from ${h} join ${q} on ${q.id} = ${h.admissionRoundId}
        where ${q.admissionSessionId} = ${o.admissionSessionId} and ${equalsLiteral(h.status, 'open')})`,
    })} from ${d} join ${o} on ${o.id} = ${d.admissionRoundId} left join ${w} on ${w.draft_id} = ${d.id} where ${d.id} = ${draftId}`,
  )
  const progress = draft?.progress ?? 0
  if (draft?.state !== 'ready' && draft?.state !== 'proposed') return { progress, isStale: null, effect: null, appeals: null }
  return { progress, isStale: !(await isUnchanged(queries, draft.sessionId, draft.stamp)), effect: draft.effect, appeals: draft.appeals }
}
