/** Calls about results drafts. */
import type { FastifyInstance } from 'fastify'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import * as calls from '#resources/calls/ranking.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { registerCall } from '#server/engine/http/register-call.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { readDraftStatus, readIncomplete, readMoves, readRanked, readSeats } from '#server/university/admission/ranking/results.ts'

/** Registers the calls that read the results of a draft. */
export function admissionRankingRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context
  /** Returns the id of a draft that the caller may read. Throws `record.missing`. */
  const readable = async ({ caller, params: { id } }: { readonly caller: Caller; readonly params: { readonly id: string } }) =>
    (await recordsOf(context).get(authorize(caller, admissionDrafts, 'read'), id)).id

  registerCall(app, calls.rankedProgrammes, async (given) =>
    ok({ list: await readSeats(database, await readable(given), given.caller.language) }),
  )
  registerCall(app, calls.rankedCandidates, async (given) => ok(await readRanked(database, await readable(given), given.query)))
  registerCall(app, calls.rankingMoves, async (given) =>
    ok(await readMoves(database, await readable(given), { ...given.query, language: given.caller.language })),
  )
  registerCall(app, calls.incompleteApplications, async (given) => ok(await readIncomplete(database, await readable(given), given.query)))
  registerCall(app, calls.resultsDraftState, async (given) => ok(await readDraftStatus(database, await readable(given))))
}
