/** Calls of applicants for their conversation with the admission office. */

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
import { setFileHeaders } from '@matricola/server/routes/files.ts'
import { stageDocument } from '@matricola/server/services/stage-document.ts'
import { findFileById } from '@matricola/server/session/file-records.ts'
import { languageOf } from '@matricola/server/session/language.ts'
import { consume } from '@matricola/server/session/rate-limits.ts'
import { readStored } from '@matricola/server/session/stored-files.ts'
import type { FastifyInstance } from 'fastify'
import { admissionErrors } from '#resources/admission/errors.ts'
import type { WireApplicationConversation } from '#resources/admission/wire-messages.ts'
import * as calls from '#resources/calls/admission.ts'
import { getCallerApplication } from '#server/admission/applicant/applicant-session.ts'
import { getStoredApplication } from '#server/admission/applicant/read-application.ts'
import { universityRateLimits } from '#server/limits.ts'
import { isConversationClosed, readConversation } from './conversation.ts'
import { markRead, sendByApplicant } from './write-messages.ts'

export function applicantMessageRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.ownMessages, async ({ request }) => {
    const id = await getCallerApplication(request, context)
    await markRead(context, id)
    return ok(await readOwnConversation(context, id))
  })

  registerCall(app, calls.sendOwnMessage, async ({ request, input }) => {
    const id = await getCallerApplication(request, context)
    await sendByApplicant(context, id, input)
    return ok(
      await readOwnConversation(context, id),
      context.texts.text(languageOf(request), 'server:messageSent'),
    )
  })

  registerCall(app, calls.ownAttachment, async ({ request, reply, params: { id: fileId } }) => {
    const id = await getCallerApplication(request, context)
    const { messages } = await readOwnConversation(context, id)
    const isOwn = messages.some(({ attachments }) => attachments.some((one) => one.id === fileId))
    const file = isOwn ? await findFileById(context.database, fileId) : null
    if (!file) throw new AppError('record.missing')
    return setFileHeaders(reply, file).send(await readStored(context, file))
  })

  app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
    uploadRoute(scope, context)
  })
}

async function readOwnConversation(
  context: Context,
  id: string,
): Promise<WireApplicationConversation> {
  const { values } = await getStoredApplication(context, id)
  return readConversation(context.database, id, { values, now: context.clock.now() })
}

function uploadRoute(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.uploadAttachment, async ({ request, reply }) => {
    const id = await getCallerApplication(request, context)
    await consume(context.database, universityRateLimits.applicantFiles, id, context.clock.now())
    const { values } = await getStoredApplication(context, id)
    if (isConversationClosed(values, context.clock.now()))
      throw new AppError(admissionErrors['message.closed'])
    const upload = await receiveUpload(context, request, {
      field: 'file',
      accept: ['pdf', 'jpeg', 'png'],
    })
    return await runOnceByKey(
      context,
      { request, reply, content: contentIdentity(upload) },
      async () => ok(await stageDocument(context, upload, null)),
    )
  })
}
