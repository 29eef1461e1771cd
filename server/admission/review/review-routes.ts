/** Staff calls for an application, in addition to the generated ones. */

import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Success } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { getCaller } from '@matricola/server/http/caller-hook.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { type CallContext, registerCall } from '@matricola/server/http/register-call.ts'
import { authorize, permitForAllRows } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { objectBodyOf, versionOf } from '@matricola/server/routes/resource-routes.ts'
import { languageOf } from '@matricola/server/session/language.ts'
import type { FastifyInstance } from 'fastify'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import * as calls from '#resources/calls/review.ts'
import { registrations } from '#resources/registrations.ts'
import { adoptAsDocument, revertAdoption } from '#server/admission/messages/adopt-attachment.ts'
import { readMessageOptions } from '#server/admission/messages/message-many.ts'
import {
  findTemplateApplication,
  readTemplateValues,
} from '#server/admission/messages/templates.ts'
import {
  resolveMessages,
  sendByOffice,
  undoOfficeMessage,
} from '#server/admission/messages/write-messages.ts'
import { readPlaceQuestion } from '#server/admission/ranking/place-question.ts'
import { addTimelineEvent, timelineActorOf } from '#server/admission/timeline-events.ts'
import { assignReviewer } from './assign.ts'
import { setDocumentMark } from './documents.ts'
import { endHolds } from './end-holds.ts'
import { readManyRequestOptions } from './many-requests.ts'
import { updateStatus } from './status-update.ts'
import { undoLastTransition } from './transitions.ts'

export function admissionReviewRoutes(app: FastifyInstance, context: Context): void {
  /** Returns the application after the call. */
  async function respond(
    { request }: Pick<CallContext<typeof calls.addNote>, 'request'>,
    id: string,
    text: string,
  ): Promise<Success<WireRegistration>> {
    const permit = authorize(getCaller(request), registrations, 'update')
    const records = recordsOf(context)
    const record = await records.withDetail(
      permit,
      await records.get(authorize(getCaller(request), registrations, 'read'), id),
    )
    // The cast is safe: `withDetail` returns the record with the details of a registration.
    return ok(record as WireRegistration, context.texts.text(languageOf(request), `server:${text}`))
  }

  registerCall(app, calls.statusUpdate, async (call) => {
    const { id } = await updateStatus(
      context,
      call.caller,
      objectBodyOf(call.request),
      versionOf(call.request),
    )
    return await respond(call, id, 'registrationStatusUpdated')
  })

  registerCall(app, calls.changeRequestOptions, async ({ caller, input }) =>
    ok(await readManyRequestOptions(context, caller, input.selection)),
  )

  registerCall(app, calls.messageOptions, async ({ caller, input }) =>
    ok(await readMessageOptions(context, caller, input.selection)),
  )

  registerCall(app, calls.undoTransition, async (call) => {
    const { id } = call.params
    await undoLastTransition(
      context,
      call.caller,
      id,
      call.input.version ?? versionOf(call.request),
    )
    return await respond(call, id, 'transitionUndone')
  })

  registerCall(app, calls.assignApplication, async (call) => {
    const { id } = call.params
    await assignReviewer(context, call.caller, { id, ...call.input })
    return await respond(call, id, 'registrationAssigned')
  })

  registerCall(app, calls.markDocument, async (call) => {
    const { id, document } = call.params
    const { reason = null, ...mark } = call.input
    await setDocumentMark(context, call.caller, { id, document, reason, ...mark })
    return await respond(call, id, 'documentMarked')
  })

  registerCall(app, calls.adoptAttachment, async (call) => {
    const { id, document } = call.params
    await adoptAsDocument(context, call.caller, { id, document, ...call.input })
    return await respond(call, id, 'attachmentUsed')
  })

  registerCall(app, calls.undoAdoption, async (call) => {
    await revertAdoption(context, call.caller, call.params)
    return await respond(call, call.params.id, 'attachmentUseUndone')
  })

  registerCall(app, calls.placeQuestion, async ({ caller, params }) => {
    const { id } = await recordsOf(context).get(authorize(caller, registrations, 'read'), params.id)
    const question = await readPlaceQuestion(
      context.database,
      id,
      context.clock.now(),
      caller.language,
    )
    return ok({ question: question?.wire ?? null })
  })

  registerCall(app, calls.addNote, async (call) => {
    const { id } = call.params
    await addStaffNote(context, call.caller, { id, ...call.input })
    return await respond(call, id, 'noteAdded')
  })

  registerCall(app, calls.sendMessage, async (call) => {
    const { id } = call.params
    await sendByOffice(context, call.caller, id, call.input)
    return await respond(call, id, 'messageSending')
  })

  registerCall(app, calls.templateValues, async ({ caller, query: { reference } }) => {
    const id = await findTemplateApplication(context.database, reference)
    if (id === null) throw new AppError('record.missing')
    await recordsOf(context).get(authorize(caller, registrations, 'read'), id)
    return ok({ values: await readTemplateValues(context, id) })
  })

  registerCall(app, calls.undoMessage, async (call) => {
    const { id, messageId } = call.params
    await undoOfficeMessage(context, call.caller, { registrationId: id, messageId })
    return await respond(call, id, 'messageUndone')
  })

  registerCall(app, calls.closeMessages, async (call) => {
    const { id } = call.params
    await resolveMessages(context, call.caller, id)
    return await respond(call, id, 'messagesClosed')
  })

  registerCall(app, calls.waiveIdentityCheck, async (call) => {
    const { id } = call.params
    await storeIdentityWaiver(context, call.caller, { id, ...call.input })
    return await respond(call, id, 'identityWaived')
  })

  registerCall(app, calls.releaseDecisions, async ({ request, caller, input: { ids } }) => {
    const released = await endHolds(context, caller, ids ?? null)
    const messageKey = ids ? 'server:applicantsNotified' : 'server:decisionsReleased'
    return ok(
      { released },
      context.texts.text(languageOf(request), messageKey, { count: released }),
    )
  })
}

/** Adds a note that only staff can read. Throws `record.missing`. */
async function addStaffNote(
  context: Context,
  caller: Caller,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<void> {
  const permit = authorize(caller, registrations, 'update')
  await recordsOf(context).get(authorize(caller, registrations, 'read'), id)
  const event = {
    registrationId: id,
    type: 'noteAdded',
    by: timelineActorOf(permit),
    at: context.clock.now(),
    note: text,
  } as const
  await addTimelineEvent(context.database, event)
}

interface Waiver {
  readonly id: string
  readonly reason: string
  readonly version?: number | undefined
}

/**
 * Waives a contradiction in the identity data; a second call does nothing. The route checks the
 * permission. Throws the errors of an update.
 */
async function storeIdentityWaiver(
  context: Context,
  caller: Caller,
  { id, reason, version }: Waiver,
): Promise<void> {
  const permit = authorize(caller, registrations, 'update')
  await recordsOf(context).applyInternalChange(permitForAllRows(permit), {
    id,
    version,
    action: 'waiveIdentity',
    reason,
    values: () => ({ identityWaived: true }),
    async afterwards(queries, { at }) {
      await addTimelineEvent(queries, {
        registrationId: id,
        type: 'identityWaived',
        by: timelineActorOf(permit),
        at: new Date(at),
        note: reason,
      })
    },
  })
}
