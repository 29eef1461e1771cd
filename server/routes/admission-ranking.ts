/** Calls about results drafts. */

import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { FastifyInstance } from 'fastify'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import * as calls from '#resources/calls/ranking.ts'
import { readDraftStatus, readIncomplete, readMoves, readQuotas, readRanked } from '#server/admission/ranking/results.ts'

/** Registers the calls that read the results of a draft. */
export function admissionRankingRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context
  /** Returns the id of a draft that the caller may read. Throws `record.missing`. */
  const readableDraftId = async ({ caller, params: { id } }: { readonly caller: Caller; readonly params: { readonly id: string } }) =>
    (await recordsOf(context).get(authorize(caller, admissionDrafts, 'read'), id)).id

  registerCall(app, calls.rankedProgrammes, async (call) =>
    ok({ list: await readQuotas(database, await readableDraftId(call), call.caller.language) }),
  )
  registerCall(app, calls.rankedCandidates, async (call) => ok(await readRanked(database, await readableDraftId(call), call.query)))
  registerCall(app, calls.rankingMoves, async (call) =>
    ok(await readMoves(database, await readableDraftId(call), { ...call.query, language: call.caller.language })),
  )
  registerCall(app, calls.incompleteApplications, async (call) =>
    ok(await readIncomplete(database, await readableDraftId(call), call.query)),
  )
  registerCall(app, calls.resultsDraftState, async (call) => ok(await readDraftStatus(database, await readableDraftId(call))))
}
