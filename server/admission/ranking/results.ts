/** Results of a draft, for staff. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { sendFileStream } from '@matricola/server/routes/exports.ts'
import { languageOf } from '@matricola/server/session/language.ts'
import { sessionLocationOf } from '@matricola/server/session/session-cookies.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  differsFromLiteral,
  equalsLiteral,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { FastifyInstance } from 'fastify'
import type { ChoiceReason } from '#resources/admission/ranking.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import type { moveReasons, WireMove, WireQuota, WireRanked } from '#resources/calls/ranking.ts'
import * as calls from '#resources/calls/ranking.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import {
  admissionQuotaTable,
  admissionResultTable,
  admissionRunTable,
} from '#server/tables/rows.ts'
import { noAnswerGrades, readAnswerGradesFor } from './answer-grades.ts'
import { gradeLabels } from './formula.ts'
import { groupFile } from './group-file.ts'
import { readCauseSources, readGroupMembers } from './group-members.ts'
import { type PageQuery, pageOf } from './page-of.ts'
import { previewResultMail } from './preview-mail.ts'
import { addPlaceForBlocked, readReleaseChecks } from './release-checks.ts'
import { readQuotaIds } from './result-mails.ts'
import { isUnchanged } from './staleness.ts'

const admissionAppeal = table(admissionAppeals)
const admissionDraft = table(admissionDrafts)
const earlierDraft = table(admissionDrafts, 'earlier_draft')
const admissionRound = table(admissionRounds)
const otherRound = table(admissionRounds, 'other_round')
const admissionRun = outerTable(admissionRunTable)
const admissionResult = table(admissionResultTable)
const admissionQuota = table(admissionQuotaTable)
const specialization = table(specializations)
const placeKind = outerTable(placeKinds)
const registration = table(registrations)
const resultBefore = outerTable(admissionResultTable, 'result_before')
const programmeBefore = outerTable(specializations, 'programme_before')
const kindBefore = outerTable(placeKinds, 'kind_before')
const resultAfter = outerTable(admissionResultTable, 'result_after')
const programmeAfter = outerTable(specializations, 'programme_after')
const kindAfter = outerTable(placeKinds, 'kind_after')

/** Registers the calls that read the results of a draft. */
export function admissionRankingRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context
  /** Returns the id of a draft that the caller may read. Throws `record.missing`. */
  const readableDraftId = async ({
    caller,
    params: { id },
  }: {
    readonly caller: Caller
    readonly params: { readonly id: string }
  }) => (await recordsOf(context).get(authorize(caller, admissionDrafts, 'read'), id)).id

  registerCall(app, calls.rankedProgrammes, async (call) =>
    ok({ list: await readQuotas(database, await readableDraftId(call), call.caller.language) }),
  )
  registerCall(app, calls.rankedCandidates, async (call) =>
    ok(await readRanked(database, await readableDraftId(call), call.query)),
  )
  registerCall(app, calls.rankingMoves, async (call) =>
    ok(
      await readMoves(database, await readableDraftId(call), {
        ...call.query,
        language: call.caller.language,
      }),
    ),
  )
  registerCall(app, calls.releaseGroupMembers, async (call) => {
    const draftId = await readableDraftId(call)
    const sources = call.caller.role === 'admin' ? await readCauseSources(database, draftId) : null
    return ok({ ...(await openGroupMembers(context, call.caller, draftId, call.query)), sources })
  })
  registerCall(app, calls.releaseGroupFile, async (call) => {
    const { request, reply, caller, query } = call
    const draftId = await readableDraftId(call)
    if (request.method === 'HEAD') return reply.send('')
    const language = context.registry.languages.find((one) => one === query.lng)
    const file = await groupFile(context, caller, {
      ...{ draftId, group: query.group, language: language ?? languageOf(request) },
      address: sessionLocationOf(request).address,
    })
    return sendFileStream(reply, file)
  })
  registerCall(app, calls.releaseChecks, async (call) =>
    ok(await readReleaseChecks(context, call.caller, await readableDraftId(call))),
  )
  registerCall(app, calls.resultMailPreview, async (call) => {
    const { caller, params, query } = call
    const language = context.registry.languages.find((one) => one === query.lng) ?? null
    const draftId = await readableDraftId(call)
    return ok(
      await previewResultMail(context, caller, {
        ...{ draftId, registrationId: params.registrationId, language },
      }),
    )
  })
  registerCall(app, calls.addBlockedPlace, async (call) => {
    const { caller, input } = call
    return ok(
      await addPlaceForBlocked(context, caller, { ...input, draftId: await readableDraftId(call) }),
    )
  })
  registerCall(app, calls.incompleteApplications, async (call) =>
    ok(await readIncomplete(context, await readableDraftId(call), call.query)),
  )
  registerCall(app, calls.resultsDraftState, async (call) =>
    ok(await readDraftStatus(database, await readableDraftId(call))),
  )
}

/** Returns a page of a group of applicants, and logs that the caller has read their names. */
export async function openGroupMembers(
  context: Context,
  caller: Caller,
  draftId: string,
  query: Omit<Parameters<typeof readGroupMembers>[2], 'language'>,
) {
  const permit = authorize(caller, registrations, 'read')
  const members = await readGroupMembers(context.database, draftId, {
    ...query,
    language: caller.language,
  })
  const { accessLogger } = recordsOf(context)
  await accessLogger.logList(
    permit,
    members.list.map(({ registrationId }) => ({ id: registrationId })),
  )
  // A release that follows immediately has to find the entry.
  await accessLogger.flush()
  return members
}

/** Returns the places of each type in each programme, with names in the caller's language. */
const readQuotas = (
  queries: Queries,
  draftId: string,
  language: Language | null,
): Promise<WireQuota[]> =>
  runStatement(
    queries,
    sql`select ${pick({
      ...{
        specializationId: admissionQuota.specialization_id,
        programme: inLanguage(specialization.name, language),
        kind: admissionQuota.kind,
        kindName: placeKind.name,
      },
      ...{
        places: admissionQuota.places,
        taken: admissionQuota.taken,
        held: admissionQuota.held,
        applicants: admissionQuota.applicants,
        waiting: admissionQuota.waiting,
        lastAverage: admissionQuota.last_average,
      },
    })}
     from ${admissionQuota} join ${specialization} on ${specialization.id} = ${admissionQuota.specialization_id} left join ${placeKind} on ${placeKind.id}::text = ${admissionQuota.kind}
     where ${admissionQuota.draft_id} = ${draftId}
     order by ${inLanguage(specialization.nameKey, language)}, ${specialization.id}, (${admissionQuota.kind} = 'budget') desc, (${admissionQuota.kind} = 'fee') desc, ${placeKind.name}`,
  )

interface QuotaSelector {
  readonly specializationId: string
  readonly kind: string
}

/** Returns everyone who applied for one type of place in a programme, ordered by average. */
async function readRanked(
  queries: Queries,
  draftId: string,
  { specializationId, kind, ...pageQuery }: QuotaSelector & PageQuery,
) {
  const { page, pageSize, skip } = pageOf(pageQuery)
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      registrationId: admissionResult.registration_id,
      reference: registration.referenceCode,
      wonChoice: admissionResult.choice,
      hasPlace: expr<boolean>`coalesce(${admissionResult.specialization_id} = ${admissionQuota.specialization_id} and ${admissionResult.kind} = ${admissionQuota.kind}, false)`,
      choice: expr<number>`own.at`,
      position: expr<number>`${admissionResult.positions}[own.at]`,
      average: expr<number>`${admissionResult.averages}[own.at]`,
      ties: expr<
        readonly (number | null)[]
      >`array[${admissionResult.first_ties}[own.at], ${admissionResult.second_ties}[own.at], ${admissionResult.third_ties}[own.at], ${admissionResult.fourth_ties}[own.at], ${admissionResult.fifth_ties}[own.at]]`,
      waiting: expr<number | null>`nullif(${admissionResult.waiting_positions}[own.at], 0)`,
      reason: expr<ChoiceReason | null>`${admissionResult.reasons}[own.at]`,
      total: expr<number>`count(*) over ()`,
    })}
     from ${admissionQuota} join ${admissionResult} on ${admissionResult.draft_id} = ${admissionQuota.draft_id} and ${admissionResult.quotas} @> array[${admissionQuota.number}]
     join ${registration} on ${registration.id} = ${admissionResult.registration_id} cross join lateral (select array_position(${admissionResult.quotas}, ${admissionQuota.number}) as at) own
     where ${admissionQuota.draft_id} = ${draftId} and ${admissionQuota.specialization_id} = ${specializationId} and ${admissionQuota.kind} = ${kind}
     order by ${admissionResult.positions}[own.at], ${registration.referenceCode} offset ${skip}::bigint limit ${pageSize}::bigint`,
  )
  const list = rows.map(
    ({ ties, total: _, ...row }): WireRanked => ({
      ...row,
      ties: ties.filter((tie) => tie !== null),
    }),
  )
  return { totalCount: rows[0]?.total ?? 0, page, pageSize, list }
}

/**
 * Returns the draft to compare with: the newest earlier draft of the same session. With
 * `isNotified`, returns only announced drafts.
 */
async function findEarlierDraft(queries: Queries, draftId: string, isNotified: boolean) {
  const [found] = await runStatement(
    queries,
    sql`select ${pick({ id: earlierDraft.id, readyAt: earlierDraft.readyAt })} from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
     join ${otherRound} on ${otherRound.admissionSessionId} = ${admissionRound.admissionSessionId} join ${earlierDraft} on ${earlierDraft.admissionRoundId} = ${otherRound.id}
     where ${admissionDraft.id} = ${draftId} and ${earlierDraft.id} <> ${admissionDraft.id} and ${earlierDraft.startedAt} < ${admissionDraft.startedAt} and ${differsFromLiteral(earlierDraft.state, 'running')} and ${differsFromLiteral(earlierDraft.state, 'failed')}
     and (not ${isNotified}::boolean or ${equalsLiteral(earlierDraft.state, 'notified')})
     order by ${earlierDraft.startedAt} desc limit 1`,
  )
  return found ?? null
}

/**
 * The part of a result row that moves are derived from. Everything is null if the draft does not
 * contain the applicant.
 */
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

/**
 * Query for the place of every applicant in a draft. It selects few columns, since a page of moves
 * compares two whole drafts.
 */
const placesIn = (draftId: string) =>
  sql`select ${pick({ id: admissionResult.registration_id, programme: admissionResult.specialization_id, kind: admissionResult.kind })} from ${admissionResult} where ${admissionResult.draft_id} = ${draftId}`

/** The tie-breakers of a result, for comparison. */
const tiesOf = (result: typeof resultBefore) =>
  expr<
    string | null
  >`concat_ws(' ', ${result.first_ties}, ${result.second_ties}, ${result.third_ties}, ${result.fourth_ties}, ${result.fifth_ties})`

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
  if (!earlierDraft)
    return { against: null, readyAt: null, totalCount: 0, page, pageSize, list: [] }
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...{
        registrationId: expr<string>`p.id`,
        reference: expr<string>`p.reference`,
        total: expr<number>`p.total`,
      },
      ...{
        fromId: resultBefore.specialization_id,
        fromProgramme: inLanguage(programmeBefore.name, language),
        fromKind: resultBefore.kind,
        fromKindName: kindBefore.name,
      },
      ...{
        outcomeBefore: resultBefore.outcome,
        quotasBefore: resultBefore.quotas,
        averagesBefore: resultBefore.averages,
      },
      tiesBefore: tiesOf(resultBefore),
      ...{
        toId: resultAfter.specialization_id,
        toProgramme: inLanguage(programmeAfter.name, language),
        toKind: resultAfter.kind,
        toKindName: kindAfter.name,
      },
      ...{
        outcomeAfter: resultAfter.outcome,
        quotasAfter: resultAfter.quotas,
        averagesAfter: resultAfter.averages,
      },
      tiesAfter: tiesOf(resultAfter),
    })}
     from (select coalesce(was.id, now.id) as id, ${registration.referenceCode} as reference, count(*) over () as total
         from (${placesIn(earlierDraft.id)}) was full join (${placesIn(draftId)}) now on now.id = was.id
         join ${registration} on ${registration.id} = coalesce(was.id, now.id)
         where (was.programme, was.kind) is distinct from (now.programme, now.kind)
         order by ${registration.referenceCode} offset ${skip}::bigint limit ${pageSize}::bigint) p
     left join ${resultBefore} on ${resultBefore.draft_id} = ${earlierDraft.id} and ${resultBefore.registration_id} = p.id
     left join ${programmeBefore} on ${programmeBefore.id} = ${resultBefore.specialization_id} left join ${kindBefore} on ${kindBefore.id}::text = ${resultBefore.kind}
     left join ${resultAfter} on ${resultAfter.draft_id} = ${draftId} and ${resultAfter.registration_id} = p.id
     left join ${programmeAfter} on ${programmeAfter.id} = ${resultAfter.specialization_id} left join ${kindAfter} on ${kindAfter.id}::text = ${resultAfter.kind}
     order by p.reference`,
  )
  const [quotasBefore, quotasAfter] = [
    await readQuotaIds(queries, earlierDraft.id),
    await readQuotaIds(queries, draftId),
  ]
  const list = rows.map((row): WireMove => {
    const before: PlacedResult = {
      ...{
        specializationId: row.fromId,
        programme: row.fromProgramme,
        kind: row.fromKind,
        kindName: row.fromKindName,
      },
      outcome: row.outcomeBefore,
      quotas: (row.quotasBefore ?? []).map((number) => quotasBefore.get(number) ?? ''),
      grades: [row.averagesBefore, row.tiesBefore],
    }
    const after: PlacedResult = {
      ...{
        specializationId: row.toId,
        programme: row.toProgramme,
        kind: row.toKind,
        kindName: row.toKindName,
      },
      outcome: row.outcomeAfter,
      quotas: (row.quotasAfter ?? []).map((number) => quotasAfter.get(number) ?? ''),
      grades: [row.averagesAfter, row.tiesAfter],
    }
    const { registrationId, reference } = row
    return {
      registrationId,
      reference,
      from: toPlace(before),
      to: toPlace(after),
      reason: reasonOf(before, after),
    }
  })
  return {
    against: earlierDraft.id,
    readyAt: earlierDraft.readyAt,
    totalCount: rows[0]?.total ?? 0,
    page,
    pageSize,
    list,
  }
}

const toPlace = ({
  specializationId,
  programme,
  kind,
  kindName,
}: PlacedResult): WireMove['from'] =>
  specializationId === null || programme === null || kind === null
    ? null
    : { specializationId, programme, kind, kindName }

/**
 * Returns the reason why an applicant moved: new grades, new choices, or changes to other
 * applicants or to places.
 */
function reasonOf(before: PlacedResult, after: PlacedResult): (typeof moveReasons)[number] {
  if (after.outcome === null || after.outcome === 'incomplete') return 'gone'
  if (before.outcome === null || before.outcome === 'incomplete') return 'new'
  if (before.quotas.join() !== after.quotas.join()) return 'choices'
  return JSON.stringify(before.grades) === JSON.stringify(after.grades) ? 'others' : 'grades'
}

/** Returns the applications that cannot be ranked. */
async function readIncomplete(
  { database: queries, texts }: Pick<Context, 'database' | 'texts'>,
  draftId: string,
  pageQuery: PageQuery,
) {
  const { page, pageSize, skip } = pageOf(pageQuery)
  const rows = await runStatement(
    queries,
    sql`select ${pick({ registrationId: admissionResult.registration_id, reference: registration.referenceCode, missing: admissionResult.missing, total: expr<number>`count(*) over ()` })}
     from ${admissionResult} join ${registration} on ${registration.id} = ${admissionResult.registration_id} where ${admissionResult.draft_id} = ${draftId} and ${admissionResult.missing} <> '[]'
     order by ${registration.referenceCode} offset ${skip}::bigint limit ${pageSize}::bigint`,
  )
  const [first] = rows
  const names = [...new Set(rows.flatMap(({ missing }) => missing))]
  const questions = first
    ? await readAnswerGradesFor(queries, first.registrationId, names)
    : noAnswerGrades
  return {
    totalCount: first?.total ?? 0,
    page,
    pageSize,
    list: rows.map(({ total: _, ...row }) => ({
      ...row,
      questions: gradeLabels(
        texts,
        row.missing.filter((name) => questions.has(name)),
        questions,
      ),
    })),
  }
}

/**
 * Returns the progress of a draft. While the draft can be released, also returns whether it is
 * stale and what the release would do.
 */
export async function readDraftStatus(queries: Queries, draftId: string) {
  const [draft] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(admissionDraft, 'state'),
      sessionId: admissionRound.admissionSessionId,
      ...{
        progress: admissionRun.progress,
        stamp: admissionRun.stamp,
        effect: admissionRun.effect,
      },
      appeals: expr<number>`(select count(*) from ${admissionAppeal} join ${otherRound} on ${otherRound.id} = ${admissionAppeal.admissionRoundId}
        where ${otherRound.admissionSessionId} = ${admissionRound.admissionSessionId} and ${equalsLiteral(admissionAppeal.status, 'open')})`,
    })} from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId} left join ${admissionRun} on ${admissionRun.draft_id} = ${admissionDraft.id} where ${admissionDraft.id} = ${draftId}`,
  )
  const progress = draft?.progress ?? 0
  if (draft?.state !== 'ready' && draft?.state !== 'proposed')
    return { progress, isStale: null, effect: null, appeals: null }
  return {
    progress,
    isStale: !(await isUnchanged(queries, draft.sessionId, draft.stamp)),
    effect: draft.effect,
    appeals: draft.appeals,
  }
}
