/** What the office does to an application, beside the calls of any resource. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isDocumentName } from '#model/admission/documents.ts'
import { reviewEndpoints as calls } from '#model/console-endpoints.ts'
import type { Endpoint } from '#model/endpoints.ts'
import { AppError } from '#model/errors.ts'
import { field } from '#model/field.ts'
import { valueSchema } from '#model/validation.ts'
import { registrations } from '#resources/registrations.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { detailedRef } from '#server/engine/http/openapi-schemas.ts'
import type { RouteAccess } from '#server/engine/http/route-access.ts'
import { routeAt } from '#server/engine/http/route-at.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { ifMatchOf, bodyOf as objectIn } from '#server/engine/routes/resource-routes.ts'
import { bodyOf, idIn } from '#server/engine/session/body.ts'
import { languageOf } from '#server/engine/session/language.ts'
import { assignReviewer } from '#server/university/admission/review/assign.ts'
import { markDocument } from '#server/university/admission/review/documents.ts'
import { addNote, waiveIdentity } from '#server/university/admission/review/notes.ts'
import { releaseDecisions } from '#server/university/admission/review/release.ts'
import { statusUpdateBody, updateStatus } from '#server/university/admission/review/steps-status-update.ts'
import { undoStep } from '#server/university/admission/review/undo.ts'

const tag = registrations.name
const staff: RouteAccess = { resource: registrations, grant: 'update' }
const admins: RouteAccess = { roles: ['admin'] }

const version = z.optional(z.int().check(z.gte(1)))
const sentence = field.longText({ min: 3, max: 500 })
const bodies = {
  undo: z.strictObject({ version }),
  assign: z.strictObject({ userId: z.nullable(z.uuid()), version }),
  mark: z.strictObject({
    mark: z.nullable(z.enum(['verified', 'rejected'])),
    reason: z.optional(z.nullable(text(sentence))),
    version,
  }),
  note: z.strictObject({ text: text(field.longText({ min: 1, max: 2000 })) }),
  waiver: z.strictObject({ reason: text(sentence), version }),
  release: z.strictObject({ ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(500))) }),
}

const releaseAnswer = {
  type: 'object',
  properties: { released: { type: 'integer' } },
  required: ['released'],
  additionalProperties: false,
}

/** The schema of a text field, whose values are strings. */
function text(spec: Parameters<typeof valueSchema>[0]): z.ZodMiniType<string> {
  return valueSchema(spec) as z.ZodMiniType<string>
}

/** Registers the calls of the review. */
export function admissionReviewRoutes(app: FastifyInstance, context: Context): void {
  /** A call on one application, which answers it as it is afterwards. */
  function onRecord(
    call: Endpoint,
    about: { readonly summary: string; readonly body: z.ZodMiniType; readonly access?: RouteAccess; readonly done: string },
    work: (caller: Caller, request: FastifyRequest) => Promise<string>,
  ) {
    const { summary, body, access = staff, done } = about
    app.route({
      ...routeAt(call),
      config: { access, doc: { summary, tag, body, answer: detailedRef(registrations) } },
      async handler(request) {
        const caller = callerIn(request)
        return await answer(request, await work(caller, request), done)
      },
    })
  }

  async function answer(request: FastifyRequest, id: string, done: string) {
    const permit = authorize(callerIn(request), registrations, 'update')
    const records = recordsOf(context)
    const record = await records.find(authorize(callerIn(request), registrations, 'read'), id)
    return ok(await records.detailed(permit, record), context.texts.text(languageOf(request), `server:${done}`))
  }

  const changes = { body: statusUpdateBody, done: 'registrationStatusUpdated', summary: 'Take the step that leads to a status' }
  onRecord(calls.statusUpdate, changes, async (caller, request) => {
    const record = await updateStatus(context, caller, objectIn(request), ifMatchOf(request))
    return record.id
  })

  const undo = { body: bodies.undo, done: 'stepUndone', summary: 'Take back the last step, while the applicant has not been told of it' }
  onRecord(calls.undoStep, undo, async (caller, request) => {
    const id = idIn(request)
    await undoStep(context, caller, id, bodyOf(bodies.undo, request).version ?? ifMatchOf(request))
    return id
  })

  const assign = { body: bodies.assign, done: 'registrationAssigned', summary: 'Give the review to a colleague, or to nobody' }
  onRecord(calls.assign, assign, async (caller, request) => {
    const id = idIn(request)
    await assignReviewer(context, caller, { id, ...bodyOf(bodies.assign, request) })
    return id
  })

  const mark = { body: bodies.mark, done: 'documentMarked', summary: 'Mark a document as verified or rejected, or take its mark away' }
  onRecord(calls.markDocument, mark, async (caller, request) => {
    const id = idIn(request)
    const { reason, ...body } = bodyOf(bodies.mark, request)
    await markDocument(context, caller, { id, document: documentIn(request), reason: reason ?? null, ...body })
    return id
  })

  const note = { body: bodies.note, done: 'noteAdded', summary: 'Add a note that only the office reads' }
  onRecord(calls.addNote, note, async (caller, request) => {
    const id = idIn(request)
    await addNote(context, caller, { id, ...bodyOf(bodies.note, request) })
    return id
  })

  const waiver = { body: bodies.waiver, access: admins, done: 'identityWaived', summary: 'Let an identity pass that contradicts itself' }
  onRecord(calls.waiveIdentity, waiver, async (caller, request) => {
    const id = idIn(request)
    await waiveIdentity(context, caller, { id, ...bodyOf(bodies.waiver, request) })
    return id
  })

  app.route({
    ...routeAt(calls.releaseDecisions),
    config: {
      access: staff,
      repeats: 'inParts',
      doc: {
        summary: 'Notify applicants now: those named of whatever step is held back, else all of the decisions that wait to be released',
        tag,
        body: bodies.release,
        answer: releaseAnswer,
      },
    },
    async handler(request) {
      const { ids } = bodyOf(bodies.release, request)
      const released = await releaseDecisions(context, callerIn(request), ids ?? null)
      const said = ids ? 'server:applicantsNotified' : 'server:decisionsReleased'
      return ok({ released }, context.texts.text(languageOf(request), said, { count: released }))
    },
  })
}

/** The document in the path. Throws `record.missing` for a name that none has. */
function documentIn(request: FastifyRequest) {
  const { document } = (request.params ?? {}) as { document?: unknown }
  if (typeof document !== 'string' || !isDocumentName(document)) throw new AppError('record.missing')
  return document
}
