import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#model/wire/errors.ts'
import { isDocumentName } from '#resources/application-documents.ts'
import * as calls from '#resources/calls/admission.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { answeredByKey } from '#server/engine/http/repeatable.ts'
import { serve } from '#server/engine/http/serve.ts'
import { contentOf, multipartLimits, receiveUpload } from '#server/engine/images/receive-upload.ts'
import type { PdfFile } from '#server/engine/papers/drawing.ts'
import { describe } from '#server/engine/routes/files.ts'
import { stageDocument } from '#server/engine/services/stage-document.ts'
import { giveCookie, readCookie, takeCookie } from '#server/engine/session/cookies.ts'
import { languageOf } from '#server/engine/session/language.ts'
import { consume } from '#server/engine/session/limiter.ts'
import { originOf } from '#server/engine/session/session-cookies.ts'
import { readStored } from '#server/engine/session/stored-files.ts'
import { requestAccessCode } from '#server/university/admission/applicant/access-code-request.ts'
import { answerRequest, demandRequest } from '#server/university/admission/applicant/answer.ts'
import { demandNewFile } from '#server/university/admission/applicant/answer-checks.ts'
import { answerIn } from '#server/university/admission/applicant/answer-input.ts'
import { documentOf, readApplication } from '#server/university/admission/applicant/applicant.ts'
import {
  applicationOf,
  closeApplication,
  openApplication,
  provedApplication,
} from '#server/university/admission/applicant/applicant-session.ts'
import { contestResult } from '#server/university/admission/applicant/contest.ts'
import { receiptPdf } from '#server/university/admission/applicant/receipt.ts'
import { undoWithdrawal, withdraw } from '#server/university/admission/applicant/withdraw.ts'
import { confirmPlace } from '#server/university/admission/ranking/confirm.ts'
import { applicantMs, limits } from '#server/university/limits.ts'

/** Calls of applicants about their own application, which is the one in the session of their cookie. */
export function admissionApplicantRoutes(app: FastifyInstance, context: Context): void {
  sessionRoutes(app, context)
  readingRoutes(app, context)
  receiptRoutes(app, context)
  changingRoutes(app, context)
  app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
    uploadRoute(scope, context)
  })
}

/** Returns the application of the caller's cookie. Throws `applicant.required`. */
const ownApplication = (request: FastifyRequest, context: Context) => applicationOf(context, tokenIn(request, context))
const tokenIn = (request: FastifyRequest, { config }: Context) => readCookie(config, request.headers.cookie, 'ap')

function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { config, texts } = context

  serve(app, calls.openApplication, async ({ request, reply, input }) => {
    const { limitedAddress } = originOf(request)
    const token = await openApplication(context, { ...input, limitedAddress })
    // Ends the session in the request, which protects against session fixation.
    await closeApplication(context, tokenIn(request, context))
    giveCookie(reply, config, 'ap', { value: token, maxAgeMs: applicantMs })
    return ok({})
  })

  serve(app, calls.newAccessCode, async ({ request, input: { reference } }) => {
    const language = languageOf(request)
    await requestAccessCode(context, { reference, limitedAddress: originOf(request).limitedAddress, language })
    return ok({}, texts.text(language, 'server:accessCodeRequested'))
  })

  serve(app, calls.closeApplication, async ({ request, reply }) => {
    await closeApplication(context, tokenIn(request, context))
    takeCookie(reply, config, 'ap')
    return ok({})
  })
}

function readingRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.application, async ({ request }) => ok(await readApplication(context, await ownApplication(request, context))))

  for (const [call, which] of [
    [calls.applicationFile, 'now'],
    [calls.replacedFile, 'before'],
  ] as const)
    serve(app, call, async ({ request, reply, params: { field } }) => {
      const id = await ownApplication(request, context)
      if (!isDocumentName(field)) throw new AppError('record.missing')
      const document = await documentOf(context, id, field, which)
      return describe(reply, document).send(await readStored(context, document))
    })
}

function receiptRoutes(app: FastifyInstance, context: Context): void {
  const send = (reply: FastifyReply, { name, bytes }: PdfFile) =>
    describe(reply, { name, media_type: 'application/pdf', bytes: bytes.length }).send(bytes)

  serve(app, calls.ownReceipt, async ({ request, reply }) => {
    const id = await ownApplication(request, context)
    return send(reply, await receiptPdf(context, id, { language: languageOf(request), accessCode: null }))
  })

  serve(app, calls.receipt, async ({ request, reply, input: { showsCode = false, ...given } }) => {
    const id = await provedApplication(context, { ...given, limitedAddress: originOf(request).limitedAddress })
    return send(reply, await receiptPdf(context, id, { language: languageOf(request), accessCode: showsCode ? given.accessCode : null }))
  })
}

function changingRoutes(app: FastifyInstance, context: Context): void {
  const { texts } = context

  serve(app, calls.answerRequest, async ({ request, reply }) => {
    const id = await ownApplication(request, context)
    const application = await answerRequest(context, id, answerIn(request.body))
    takeCookie(reply, context.config, 'ap')
    return ok(application, texts.text(languageOf(request), 'server:answerReceived'))
  })

  serve(app, calls.withdraw, async ({ request }) => {
    const application = await withdraw(context, await ownApplication(request, context))
    return ok(application, texts.text(languageOf(request), 'server:withdrawn'))
  })

  serve(app, calls.confirmPlace, async ({ request }) => {
    const application = await confirmPlace(context, await ownApplication(request, context))
    return ok(application, texts.text(languageOf(request), 'server:placeConfirmed'))
  })

  serve(app, calls.contestResult, async ({ request, input }) => {
    const application = await contestResult(context, await ownApplication(request, context), input.explanation)
    return ok(application, texts.text(languageOf(request), 'server:resultContested'))
  })

  serve(app, calls.undoWithdrawal, async ({ request }) => {
    const application = await undoWithdrawal(context, await ownApplication(request, context))
    return ok(application, texts.text(languageOf(request), 'server:withdrawalUndone'))
  })
}

function uploadRoute(app: FastifyInstance, context: Context): void {
  serve(app, calls.sendChangedFile, async ({ request, reply }) => {
    const id = await ownApplication(request, context)
    await consume(context.database, limits.applicantFiles, id, context.clock.now())
    await demandRequest(context, id)
    const upload = await receiveUpload(context, request, { field: 'file', accept: ['pdf', 'jpeg', 'png'] })
    await demandNewFile(context.database, id, upload.bytes)
    return await answeredByKey(context, { request, reply, content: contentOf(upload) }, async () =>
      ok(await stageDocument(context, upload, null)),
    )
  })
}
