/** Drafts of applications: "save and continue later". */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { documentNames } from '#model/admission/documents.ts'
import { admissionEndpoints as calls, type Endpoint } from '#model/endpoints.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { routeAt } from '#server/engine/http/route-at.ts'
import { bodyOf, idIn } from '#server/engine/session/body.ts'
import { languageOf } from '#server/engine/session/language.ts'
import { originOf } from '#server/engine/session/session-cookies.ts'
import { type DraftProof, forgetDraft, openDraft, saveDraft, updateDraft } from '#server/university/admission/drafts/drafts.ts'

const tag = 'Admission: applicants'
const short = () => z.string().check(z.maxLength(60))
const accessCode = z.string().check(z.minLength(1), z.maxLength(40))
/** The link goes there; absent: it is not sent (again). */
const mailTo = z.optional(z.email().check(z.maxLength(254)))
/** Far more fields, longer names and longer answers than any form has. */
const isForm = (values: object) =>
  Object.keys(values).length <= 60 && Object.keys(values).every((name) => name.length <= 60) && JSON.stringify(values).length <= 12_000
const shape = {
  content: z.strictObject({
    key: z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/)),
    step: short(),
    values: z.record(z.string(), z.string().check(z.maxLength(500))).check(z.refine(isForm, { params: { code: 'field.unknown' } })),
    filled: z.array(short()).check(z.maxLength(20)),
  }),
  documents: z.partialRecord(z.enum(documentNames), z.uuid()),
  mailTo,
}
const bodies = {
  save: z.strictObject(shape),
  update: z.strictObject({ ...shape, accessCode, version: z.int() }),
  proof: z.strictObject({ accessCode }),
}

const route = (call: Endpoint, summary: string, body: z.ZodMiniType) => ({
  ...routeAt(call),
  config: { access: 'public' as const, doc: { summary, tag, body } },
})

/** As `route`, for what asks for the code: a refusal that is counted must not be taken back with a transaction of a kept answer. */
function proving(...parts: Parameters<typeof route>) {
  const made = route(...parts)
  return { ...made, config: { ...made.config, repeats: 'never' as const } }
}

/** Registers the calls by which an application is begun on one device and finished on another. */
export function admissionDraftRoutes(app: FastifyInstance, context: Context): void {
  const proofIn = (request: FastifyRequest, code: string): DraftProof => ({
    id: idIn(request, 'accessCode.wrong'),
    accessCode: code,
    limitedAddress: originOf(request).limitedAddress,
  })
  const mailingOf = (request: FastifyRequest, address: string | undefined) => ({
    address: address ?? null,
    language: languageOf(request),
  })

  app.route({
    ...route(calls.saveDraft, 'Save an application that is not sent yet, and mail its link; the code is told this once', bodies.save),
    async handler(request, reply) {
      const { mailTo: address, ...input } = bodyOf(bodies.save, request)
      const { limitedAddress } = originOf(request)
      const saved = await saveDraft(context, input, { ...mailingOf(request, address), limitedAddress })
      reply.code(201)
      return ok(saved)
    },
  })

  app.route({
    ...proving(calls.updateDraft, 'Save a draft again, over the version that was seen', bodies.update),
    async handler(request) {
      const { accessCode: code, mailTo: address, ...input } = bodyOf(bodies.update, request)
      return ok(await updateDraft(context, proofIn(request, code), { ...input, mailing: mailingOf(request, address) }))
    },
  })

  app.route({
    ...proving(calls.openDraft, 'Open a draft with the id of its link and its access code, or tell what became of it', bodies.proof),
    async handler(request) {
      return ok(await openDraft(context, proofIn(request, bodyOf(bodies.proof, request).accessCode)))
    },
  })

  app.route({
    ...proving(calls.forgetDraft, 'Remove a draft from the server', bodies.proof),
    async handler(request) {
      await forgetDraft(context, proofIn(request, bodyOf(bodies.proof, request).accessCode))
      return ok({})
    },
  })
}
