/** Calls of staff about an application, in addition to the generated ones. */
import type { FastifyInstance } from 'fastify'
import type { WireRegistration } from '#model/admission/wire.ts'
import type { Success } from '#model/wire/wire.ts'
import * as calls from '#resources/calls/review.ts'
import { registrations } from '#resources/registrations.ts'
import type { Context } from '#server/engine/context.ts'
import { getCaller } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { type CallContext, registerCall } from '#server/engine/http/register-call.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { objectBodyOf, versionOf } from '#server/engine/routes/resource-routes.ts'
import { languageOf } from '#server/engine/session/language.ts'
import { assignReviewer } from '#server/university/admission/review/assign.ts'
import { setDocumentMark } from '#server/university/admission/review/documents.ts'
import { endHolds } from '#server/university/admission/review/end-holds.ts'
import { addStaffNote, storeIdentityWaiver } from '#server/university/admission/review/notes.ts'
import { updateStatus } from '#server/university/admission/review/status-update.ts'
import { undoLastTransition } from '#server/university/admission/review/undo-transition.ts'

export function admissionReviewRoutes(app: FastifyInstance, context: Context): void {
  /** Answers with the application as it is after the call. */
  async function after(
    { request }: Pick<CallContext<typeof calls.addNote>, 'request'>,
    id: string,
    done: string,
  ): Promise<Success<WireRegistration>> {
    const permit = authorize(getCaller(request), registrations, 'update')
    const records = recordsOf(context)
    const record = await records.withDetail(permit, await records.get(authorize(getCaller(request), registrations, 'read'), id))
    // `detailed` returns the record with the details of a registration.
    return ok(record as WireRegistration, context.texts.text(languageOf(request), `server:${done}`))
  }

  registerCall(app, calls.statusUpdate, async (given) => {
    const { id } = await updateStatus(context, given.caller, objectBodyOf(given.request), versionOf(given.request))
    return await after(given, id, 'registrationStatusUpdated')
  })

  registerCall(app, calls.undoTransition, async (given) => {
    const { id } = given.params
    await undoLastTransition(context, given.caller, id, given.input.version ?? versionOf(given.request))
    return await after(given, id, 'stepUndone')
  })

  registerCall(app, calls.assignApplication, async (given) => {
    const { id } = given.params
    await assignReviewer(context, given.caller, { id, ...given.input })
    return await after(given, id, 'registrationAssigned')
  })

  registerCall(app, calls.markDocument, async (given) => {
    const { id, document } = given.params
    const { reason = null, ...mark } = given.input
    await setDocumentMark(context, given.caller, { id, document, reason, ...mark })
    return await after(given, id, 'documentMarked')
  })

  registerCall(app, calls.addNote, async (given) => {
    const { id } = given.params
    await addStaffNote(context, given.caller, { id, ...given.input })
    return await after(given, id, 'noteAdded')
  })

  registerCall(app, calls.waiveIdentityCheck, async (given) => {
    const { id } = given.params
    await storeIdentityWaiver(context, given.caller, { id, ...given.input })
    return await after(given, id, 'identityWaived')
  })

  registerCall(app, calls.releaseDecisions, async ({ request, caller, input: { ids } }) => {
    const released = await endHolds(context, caller, ids ?? null)
    const said = ids ? 'server:applicantsNotified' : 'server:decisionsReleased'
    return ok({ released }, context.texts.text(languageOf(request), said, { count: released }))
  })
}
