/** Application drafts: "save and continue later". */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as calls from '#resources/calls/admission.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { languageOf } from '#server/engine/session/language.ts'
import { originOf } from '#server/engine/session/session-cookies.ts'
import { renewDraftCode, requestDraftCode } from '#server/university/admission/drafts/draft-code.ts'
import { forgetDraft, openDraft, saveDraft, updateDraft } from '#server/university/admission/drafts/drafts.ts'

/** Registers the calls for starting an application on one device and finishing it on another. */
export function admissionDraftRoutes(app: FastifyInstance, context: Context): void {
  const limited = (request: FastifyRequest) => ({ limitedAddress: originOf(request).limitedAddress })
  const mailingOf = (request: FastifyRequest, address: string | undefined) => ({
    address: address ?? null,
    language: languageOf(request),
  })

  serve(app, calls.saveDraft, async ({ request, input: { mailTo, ...input } }) =>
    ok(await saveDraft(context, input, { ...mailingOf(request, mailTo), ...limited(request) })),
  )
  serve(app, calls.updateDraft, async ({ request, params, input: { accessCode, mailTo, ...input } }) =>
    ok(await updateDraft(context, { ...params, accessCode, ...limited(request) }, { ...input, mailing: mailingOf(request, mailTo) })),
  )
  serve(app, calls.openDraft, async ({ request, params, input }) =>
    ok(await openDraft(context, { ...params, ...input, ...limited(request) })),
  )
  serve(app, calls.forgetDraft, async ({ request, params, input }) => {
    await forgetDraft(context, { ...params, ...input, ...limited(request) })
    return ok({})
  })
  serve(app, calls.requestDraftCode, async ({ request, params, input }) => {
    const language = languageOf(request)
    await requestDraftCode(context, { ...params, ...input, ...limited(request), language })
    return ok({}, context.texts.text(language, 'server:draftCodeRequested'))
  })
  serve(app, calls.renewDraftCode, async ({ request, params, input }) =>
    ok(await renewDraftCode(context, { ...params, ...input, ...limited(request) })),
  )
}
