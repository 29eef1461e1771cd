import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isDocumentName } from '#model/admission/documents.ts'
import { admissionEndpoints as calls, type Endpoint } from '#model/endpoints.ts'
import { AppError } from '#model/errors.ts'
import { stageDocument } from '#server/engine/actions/stage-document.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { answeredByKey } from '#server/engine/http/repeatable.ts'
import { routeAt } from '#server/engine/http/route-at.ts'
import { contentOf, multipartLimits, receiveUpload } from '#server/engine/images/receive-upload.ts'
import type { PdfFile } from '#server/engine/papers/drawing.ts'
import { describe } from '#server/engine/routes/files.ts'
import { bodyOf } from '#server/engine/session/body.ts'
import { giveCookie, readCookie, takeCookie } from '#server/engine/session/cookies.ts'
import { languageOf } from '#server/engine/session/language.ts'
import { applicantMs } from '#server/engine/session/lifetimes.ts'
import { demand, limits } from '#server/engine/session/limiter.ts'
import { originOf } from '#server/engine/session/session-cookies.ts'
import { readStored } from '#server/engine/session/stored-files.ts'
import { requestAccessCode } from '#server/university/admission/applicant/access-code-request.ts'
import { answerRequest, demandRequest } from '#server/university/admission/applicant/answer.ts'
import { answerBody, answerIn } from '#server/university/admission/applicant/answer-input.ts'
import { documentOf, readApplication } from '#server/university/admission/applicant/applicant.ts'
import {
  applicationOf,
  closeApplication,
  openApplication,
  provedApplication,
} from '#server/university/admission/applicant/applicant-session.ts'
import { receiptPdf } from '#server/university/admission/applicant/receipt.ts'
import { undoWithdrawal, withdraw } from '#server/university/admission/applicant/withdraw.ts'

const tag = 'Admission: applicants'
const typed = () => z.string().check(z.minLength(1), z.maxLength(40))
const bodies = {
  open: z.strictObject({ reference: typed(), accessCode: typed() }),
  newCode: z.strictObject({ reference: typed() }),
  receipt: z.strictObject({ reference: typed(), accessCode: typed(), showsCode: z.optional(z.boolean()) }),
}

const route = (call: Endpoint, summary: string, body?: z.ZodMiniType) => ({
  ...routeAt(call),
  config: { access: 'public' as const, doc: { summary, tag, ...(body && { body }) } },
})

/** What applicants do after they have applied, each with the own application alone: it is the one that their cookie opens. */
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

/** The application that the caller's cookie opens. Throws `applicant.required`. */
const ownApplication = (request: FastifyRequest, context: Context) => applicationOf(context, tokenIn(request, context))
const tokenIn = (request: FastifyRequest, { config }: Context) => readCookie(config, request.headers.cookie, 'ap')

/** As `route`, for what a repetition must do anew: its cookies and its mails. */
function unrepeated(...parts: Parameters<typeof route>) {
  const made = route(...parts)
  return { ...made, config: { ...made.config, repeats: 'never' as const } }
}

function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { config, texts } = context

  app.route({
    ...unrepeated(
      calls.openApplication,
      'Open an application with its reference number and access code; the cookie lasts 30 minutes',
      bodies.open,
    ),
    async handler(request, reply) {
      const { limitedAddress } = originOf(request)
      const token = await openApplication(context, { ...bodyOf(bodies.open, request), limitedAddress })
      // The session that came along ends, so that nobody can plant one to be used (S-3.5).
      await closeApplication(context, tokenIn(request, context))
      giveCookie(reply, config, 'ap', { value: token, maxAgeMs: applicantMs })
      return ok({})
    },
  })

  app.route({
    ...unrepeated(calls.newAccessCode, 'Send a new access code to the address on file; the answer is always the same', bodies.newCode),
    async handler(request) {
      const { reference } = bodyOf(bodies.newCode, request)
      const language = languageOf(request)
      await requestAccessCode(context, { reference, limitedAddress: originOf(request).limitedAddress, language })
      return ok({}, texts.text(language, 'server:accessCodeRequested'))
    },
  })

  app.route({
    ...unrepeated(calls.closeApplication, 'Close the application again; does nothing where none is open'),
    async handler(request, reply) {
      await closeApplication(context, tokenIn(request, context))
      return forgetting(reply, context)
    },
  })
}

function forgetting(reply: FastifyReply, { config }: Context) {
  takeCookie(reply, config, 'ap')
  return ok({})
}

function readingRoutes(app: FastifyInstance, context: Context): void {
  app.route({
    ...route(calls.application, 'The own application: what was sent, what is asked, and what happened so far'),
    async handler(request) {
      return ok(await readApplication(context, await ownApplication(request, context)))
    },
  })

  const names = 'fileIdCard, fileDiploma or fileCV'
  fileRoute(calls.applicationFile, `The bytes of a document of the own application: ${names}`, 'now')
  fileRoute(calls.replacedFile, `The bytes of the document that the last answer put another in the place of: ${names}`, 'before')

  function fileRoute(call: Endpoint, summary: string, which: 'now' | 'before'): void {
    const file = route(call, summary)
    app.route({
      ...file,
      config: { ...file.config, refuseForeignGet: true, doc: { ...file.config.doc, media: 'application/octet-stream' } },
      async handler(request, reply) {
        const id = await ownApplication(request, context)
        const { field } = request.params as { field: string }
        if (!isDocumentName(field)) throw new AppError('record.missing')
        const document = await documentOf(context, id, field, which)
        return describe(reply, document).send(await readStored(context, document))
      },
    })
  }
}

function receiptRoutes(app: FastifyInstance, context: Context): void {
  const media = 'application/pdf'
  const send = (reply: FastifyReply, { name, bytes }: PdfFile) =>
    describe(reply, { name, media_type: media, bytes: bytes.length }).send(bytes)

  const own = route(calls.ownReceipt, 'The receipt of the own application as PDF, in the language of the call')
  app.route({
    ...own,
    config: { ...own.config, refuseForeignGet: true, doc: { ...own.config.doc, media } },
    async handler(request, reply) {
      const id = await ownApplication(request, context)
      return send(reply, await receiptPdf(context, id, { language: languageOf(request), accessCode: null }))
    },
  })

  const byCode = unrepeated(
    calls.receipt,
    'The receipt of an application as PDF for who has its access code, which stands on it where that is wanted',
    bodies.receipt,
  )
  app.route({
    ...byCode,
    config: { ...byCode.config, doc: { ...byCode.config.doc, media } },
    async handler(request, reply) {
      const { showsCode = false, ...given } = bodyOf(bodies.receipt, request)
      const id = await provedApplication(context, { ...given, limitedAddress: originOf(request).limitedAddress })
      return send(reply, await receiptPdf(context, id, { language: languageOf(request), accessCode: showsCode ? given.accessCode : null }))
    },
  })
}

function changingRoutes(app: FastifyInstance, context: Context): void {
  const { texts } = context

  app.route({
    ...route(
      calls.answerRequest,
      'Answer a request for changes: the flagged fields and no others, each changed or kept with a reason',
      answerBody,
    ),
    async handler(request, reply) {
      const id = await ownApplication(request, context)
      const application = await answerRequest(context, id, answerIn(request.body))
      takeCookie(reply, context.config, 'ap')
      return ok(application, texts.text(languageOf(request), 'server:answerReceived'))
    },
  })

  app.route({
    ...route(calls.withdraw, 'Close the own application; it can be taken back for 15 minutes'),
    async handler(request) {
      const application = await withdraw(context, await ownApplication(request, context))
      return ok(application, texts.text(languageOf(request), 'server:withdrawn'))
    },
  })

  app.route({
    ...route(calls.undoWithdrawal, 'Take a withdrawal back'),
    async handler(request) {
      const application = await undoWithdrawal(context, await ownApplication(request, context))
      return ok(application, texts.text(languageOf(request), 'server:withdrawalUndone'))
    },
  })
}

function uploadRoute(app: FastifyInstance, context: Context): void {
  const made = route(calls.sendChangedFile, 'Send a changed document ahead of the answer that names it; multipart, field "file"')
  app.route({
    ...made,
    config: { ...made.config, storesFile: true, repeats: 'itself' },
    async handler(request, reply) {
      const id = await ownApplication(request, context)
      await demand(context.database, limits.applicantFiles, id, context.clock.now())
      await demandRequest(context, id)
      const upload = await receiveUpload(request, 'file', ['pdf', 'jpeg', 'png'])
      return await answeredByKey(context, { request, reply, content: contentOf(upload) }, async () => {
        reply.code(201)
        return ok(await stageDocument(context, upload, null))
      })
    },
  })
}
