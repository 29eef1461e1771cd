/** Application drafts: "save and continue later". */

import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { languageOf } from '@matricola/server/session/language.ts'
import { sessionLocationOf } from '@matricola/server/session/session-cookies.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as calls from '#resources/calls/admission.ts'
import { queueDraftCodeMail, replaceDraftCode } from './draft-code.ts'
import { createDraft, deleteDraftByCode, openDraftByCode, saveExistingDraft } from './drafts.ts'

/** Registers the calls for starting an application on one device and finishing it on another. */
export function admissionDraftRoutes(app: FastifyInstance, context: Context): void {
  const limitedAddressOf = (request: FastifyRequest) => ({
    limitedAddress: sessionLocationOf(request).limitedAddress,
  })
  const mailingOf = (request: FastifyRequest, address: string | undefined) => ({
    address: address ?? null,
    language: languageOf(request),
  })

  registerCall(app, calls.saveDraft, async ({ request, input: { mailTo, ...input } }) =>
    ok(
      await createDraft(context, input, {
        ...mailingOf(request, mailTo),
        ...limitedAddressOf(request),
      }),
    ),
  )
  registerCall(
    app,
    calls.updateDraft,
    async ({ request, params, input: { accessCode, mailTo, ...input } }) =>
      ok(
        await saveExistingDraft(
          context,
          { ...params, accessCode, ...limitedAddressOf(request) },
          { ...input, mailing: mailingOf(request, mailTo) },
        ),
      ),
  )
  registerCall(app, calls.openDraft, async ({ request, params, input }) =>
    ok(await openDraftByCode(context, { ...params, ...input, ...limitedAddressOf(request) })),
  )
  registerCall(app, calls.deleteDraft, async ({ request, params, input }) => {
    await deleteDraftByCode(context, { ...params, ...input, ...limitedAddressOf(request) })
    return ok({})
  })
  registerCall(app, calls.requestDraftCode, async ({ request, params, input }) => {
    const language = languageOf(request)
    await queueDraftCodeMail(context, {
      ...params,
      ...input,
      ...limitedAddressOf(request),
      language,
    })
    return ok({}, context.texts.text(language, 'server:draftCodeRequested'))
  })
  registerCall(app, calls.renewDraftCode, async ({ request, params, input }) =>
    ok(await replaceDraftCode(context, { ...params, ...input, ...limitedAddressOf(request) })),
  )
}
