/** Calls about results drafts. */
import type { FastifyInstance } from 'fastify'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import * as calls from '#resources/calls/ranking.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { incompleteOf, movesOf, rankedFor, seatsOf, standingOf } from '#server/university/admission/ranking/results.ts'

/** Registers the calls that read the results of a draft. */
export function admissionRankingRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context
  /** Returns the id of a draft that the caller may read. Throws `record.missing`. */
  const readable = async ({ caller, params: { id } }: { readonly caller: Caller; readonly params: { readonly id: string } }) =>
    (await recordsOf(context).find(authorize(caller, admissionDrafts, 'read'), id)).id

  serve(app, calls.programmes, async (given) => ok({ list: await seatsOf(database, await readable(given), given.caller.language) }))
  serve(app, calls.candidates, async (given) => ok(await rankedFor(database, await readable(given), given.query)))
  serve(app, calls.moves, async (given) =>
    ok(await movesOf(database, await readable(given), { ...given.query, language: given.caller.language })),
  )
  serve(app, calls.incomplete, async (given) => ok(await incompleteOf(database, await readable(given), given.query)))
  serve(app, calls.standing, async (given) => ok(await standingOf(database, await readable(given))))
}
