import multipart from '@fastify/multipart'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { runOnceByKey } from '@matricola/server/http/idempotency.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import {
  contentIdentity,
  multipartLimits,
  receiveUpload,
} from '@matricola/server/images/receive-upload.ts'
import type { PdfFile } from '@matricola/server/pdf/drawing.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { setFileHeaders } from '@matricola/server/routes/files.ts'
import { stageDocument } from '@matricola/server/services/stage-document.ts'
import { clearCookie, setCookie } from '@matricola/server/session/cookies.ts'
import { languageOf } from '@matricola/server/session/language.ts'
import { consume } from '@matricola/server/session/rate-limits.ts'
import { sessionLocationOf } from '@matricola/server/session/session-cookies.ts'
import { readStored } from '@matricola/server/session/stored-files.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { WireApplication } from '#resources/admission/wire.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { isDocumentOrItem } from '#resources/application-documents.ts'
import * as calls from '#resources/calls/admission.ts'
import { confirmApplicantPlace } from '#server/admission/ranking/confirm.ts'
import { applicantSessionMs, universityRateLimits } from '#server/limits.ts'
import { requestAccessCode } from './access-code.ts'
import { assertOpenRequest, submitAnswer } from './answer.ts'
import { assertNewFile } from './answer-checks.ts'
import { parseAnswerBody } from './answer-input.ts'
import {
  applicantCookie,
  authenticateApplicant,
  endApplicantSession,
  getCallerApplication,
  startApplicantSession,
  tokenIn,
} from './applicant-session.ts'
import { changeOwnContact } from './contact.ts'
import { applyEmailLink, requestEmailChange } from './email-verification.ts'
import { getApplicantDocument, readApplication } from './read-application.ts'
import { receiptPdf } from './receipt.ts'
import { restoreWithdrawnApplication, withdrawByApplicant } from './withdraw.ts'

/**
 * Calls of applicants about their own application, which the session in their cookie determines.
 */
export function admissionApplicantRoutes(app: FastifyInstance, context: Context): void {
  sessionRoutes(app, context)
  readRoutes(app, context)
  receiptRoutes(app, context)
  changeRoutes(app, context)
  app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
    uploadRoute(scope, context)
  })
}

function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { config, texts } = context

  registerCall(app, calls.openApplication, async ({ request, reply, input }) => {
    const { limitedAddress } = sessionLocationOf(request)
    const token = await startApplicantSession(context, { ...input, limitedAddress })
    // Ends the session in the request, which protects against session fixation.
    await endApplicantSession(context, tokenIn(request, context))
    setCookie(reply, config, applicantCookie, { value: token, maxAgeMs: applicantSessionMs })
    return ok({})
  })

  registerCall(app, calls.renewAccessCode, async ({ request, input: { reference } }) => {
    const language = languageOf(request)
    await requestAccessCode(context, {
      reference,
      limitedAddress: sessionLocationOf(request).limitedAddress,
      language,
    })
    return ok({}, texts.text(language, 'server:accessCodeRequested'))
  })

  registerCall(app, calls.closeApplication, async ({ request, reply }) => {
    await endApplicantSession(context, tokenIn(request, context))
    clearCookie(reply, config, applicantCookie)
    return ok({})
  })
}

function readRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.application, async ({ request }) =>
    ok(await readApplication(context, await getCallerApplication(request, context))),
  )

  for (const [call, revision] of [
    [calls.applicationFile, 'now'],
    [calls.replacedFile, 'before'],
  ] as const)
    registerCall(app, call, async ({ request, reply, params: { field } }) => {
      const id = await getCallerApplication(request, context)
      if (!isDocumentOrItem(field)) throw new AppError('record.missing')
      const document = await getApplicantDocument(context, id, field, revision)
      return setFileHeaders(reply, document).send(await readStored(context, document))
    })
}

function receiptRoutes(app: FastifyInstance, context: Context): void {
  const send = (reply: FastifyReply, { name, bytes }: PdfFile) =>
    setFileHeaders(reply, { name, media_type: 'application/pdf', bytes: bytes.length }).send(bytes)

  registerCall(app, calls.getOwnReceipt, async ({ request, reply }) => {
    const id = await getCallerApplication(request, context)
    return send(
      reply,
      await receiptPdf(context, id, { language: languageOf(request), accessCode: null }),
    )
  })

  registerCall(
    app,
    calls.receipt,
    async ({ request, reply, input: { includeAccessCode = false, ...attempt } }) => {
      const id = await authenticateApplicant(context, {
        ...attempt,
        limitedAddress: sessionLocationOf(request).limitedAddress,
      })
      return send(
        reply,
        await receiptPdf(context, id, {
          language: languageOf(request),
          accessCode: includeAccessCode ? attempt.accessCode : null,
        }),
      )
    },
  )
}

function changeRoutes(app: FastifyInstance, context: Context): void {
  const { texts } = context

  registerCall(app, calls.answerChangeRequest, async ({ request, reply }) => {
    const id = await getCallerApplication(request, context)
    const application = await submitAnswer(context, id, parseAnswerBody(request.body))
    clearCookie(reply, context.config, applicantCookie)
    return ok(application, texts.text(languageOf(request), 'server:answerReceived'))
  })

  registerCall(app, calls.changeContact, async ({ request, input }) => {
    const id = await getCallerApplication(request, context)
    const application = await changeOwnContact(context, id, input)
    return ok(application, texts.text(languageOf(request), 'server:contactChanged'))
  })

  registerCall(app, calls.changeEmail, async ({ request, input }) => {
    const id = await getCallerApplication(request, context)
    const application = await requestEmailChange(context, id, input.personalEmail)
    return ok(application, texts.text(languageOf(request), 'server:emailLinkSent'))
  })

  registerCall(app, calls.openEmailLink, async ({ request, input }) => {
    const { limitedAddress } = sessionLocationOf(request)
    return ok({ outcome: await applyEmailLink(context, { ...input, limitedAddress }) })
  })

  registerCall(app, calls.withdraw, async ({ request }) => {
    const application = await withdrawByApplicant(
      context,
      await getCallerApplication(request, context),
    )
    return ok(application, texts.text(languageOf(request), 'server:withdrawn'))
  })

  registerCall(app, calls.confirmPlace, async ({ request, input }) => {
    const application = await confirmApplicantPlace(
      context,
      await getCallerApplication(request, context),
      input.answer,
    )
    return ok(application, texts.text(languageOf(request), 'server:placeConfirmed'))
  })

  registerCall(app, calls.appealResult, async ({ request, input }) => {
    const application = await fileResultAppeal(
      context,
      await getCallerApplication(request, context),
      input.explanation,
    )
    return ok(application, texts.text(languageOf(request), 'server:resultAppealed'))
  })

  registerCall(app, calls.undoWithdrawal, async ({ request }) => {
    const application = await restoreWithdrawnApplication(
      context,
      await getCallerApplication(request, context),
    )
    return ok(application, texts.text(languageOf(request), 'server:withdrawalUndone'))
  })
}

function uploadRoute(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.uploadChangedFile, async ({ request, reply }) => {
    const id = await getCallerApplication(request, context)
    await consume(context.database, universityRateLimits.applicantFiles, id, context.clock.now())
    await assertOpenRequest(context, id)
    const upload = await receiveUpload(context, request, {
      field: 'file',
      accept: ['pdf', 'jpeg', 'png'],
    })
    await assertNewFile(context.database, id, upload.bytes)
    return await runOnceByKey(
      context,
      { request, reply, content: contentIdentity(upload) },
      async () => ok(await stageDocument(context, upload, null)),
    )
  })
}

/**
 * Files an appeal against the applicant's own result and returns the application. Throws
 * `input.invalid`.
 */
export async function fileResultAppeal(
  context: Context,
  id: string,
  explanation: string,
): Promise<WireApplication> {
  await recordsOf(context).insert(systemPermit('applicant', admissionAppeals, 'create'), {
    registrationId: id,
    explanation,
  })
  return readApplication(context, id)
}
