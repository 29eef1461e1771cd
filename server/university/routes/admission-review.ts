/** Calls of staff about an application, in addition to the generated ones. */
import type { FastifyInstance } from 'fastify'
import type { WireRegistration } from '#model/admission/wire.ts'
import type { Success } from '#model/wire/wire.ts'
import * as calls from '#resources/calls/review.ts'
import { registrations } from '#resources/registrations.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { type Given, serve } from '#server/engine/http/serve.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { bodyOf, ifMatchOf } from '#server/engine/routes/resource-routes.ts'
import { languageOf } from '#server/engine/session/language.ts'
import { assignReviewer } from '#server/university/admission/review/assign.ts'
import { markDocument } from '#server/university/admission/review/documents.ts'
import { addNote, waiveIdentity } from '#server/university/admission/review/notes.ts'
import { releaseDecisions } from '#server/university/admission/review/release.ts'
import { updateStatus } from '#server/university/admission/review/steps-status-update.ts'
import { undoStep } from '#server/university/admission/review/undo.ts'

export function admissionReviewRoutes(app: FastifyInstance, context: Context): void {
  /** Answers with the application as it is after the call. */
  async function after(
    { request }: Pick<Given<typeof calls.addNote>, 'request'>,
    id: string,
    done: string,
  ): Promise<Success<WireRegistration>> {
    const permit = authorize(callerIn(request), registrations, 'update')
    const records = recordsOf(context)
    const record = await records.detailed(permit, await records.find(authorize(callerIn(request), registrations, 'read'), id))
    // `detailed` returns the record with the details of a registration.
    return ok(record as WireRegistration, context.texts.text(languageOf(request), `server:${done}`))
  }

  serve(app, calls.statusUpdate, async (given) => {
    const { id } = await updateStatus(context, given.caller, bodyOf(given.request), ifMatchOf(given.request))
    return await after(given, id, 'registrationStatusUpdated')
  })

  serve(app, calls.undoStep, async (given) => {
    const { id } = given.params
    await undoStep(context, given.caller, id, given.input.version ?? ifMatchOf(given.request))
    return await after(given, id, 'stepUndone')
  })

  serve(app, calls.assign, async (given) => {
    const { id } = given.params
    await assignReviewer(context, given.caller, { id, ...given.input })
    return await after(given, id, 'registrationAssigned')
  })

  serve(app, calls.markDocument, async (given) => {
    const { id, document } = given.params
    const { reason = null, ...mark } = given.input
    await markDocument(context, given.caller, { id, document, reason, ...mark })
    return await after(given, id, 'documentMarked')
  })

  serve(app, calls.addNote, async (given) => {
    const { id } = given.params
    await addNote(context, given.caller, { id, ...given.input })
    return await after(given, id, 'noteAdded')
  })

  serve(app, calls.waiveIdentity, async (given) => {
    const { id } = given.params
    await waiveIdentity(context, given.caller, { id, ...given.input })
    return await after(given, id, 'identityWaived')
  })

  serve(app, calls.releaseDecisions, async ({ request, caller, input: { ids } }) => {
    const released = await releaseDecisions(context, caller, ids ?? null)
    const said = ids ? 'server:applicantsNotified' : 'server:decisionsReleased'
    return ok({ released }, context.texts.text(languageOf(request), said, { count: released }))
  })
}
