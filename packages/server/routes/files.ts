import multipart from '@fastify/multipart'
import * as calls from '@matricola/schema/calls/files.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { runOnceByKey } from '../http/idempotency.ts'
import { registerCall } from '../http/register-call.ts'
import { contentIdentity, multipartLimits, receiveUpload } from '../images/receive-upload.ts'
import { changeProfilePicture } from '../services/change-image.ts'
import { openFile, openLogo } from '../services/open-file.ts'
import { readSmallLogo } from '../services/small-logo.ts'
import { stagePreparedDocument } from '../services/stage-document.ts'
import { findAccountById, toWireUser } from '../session/accounts.ts'
import type { FileRecord } from '../session/file-records.ts'
import { consume, type RateLimit, rateLimits } from '../session/rate-limits.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { readStored } from '../session/stored-files.ts'

/** Uploads and downloads of profile pictures, files for forms, and the logo. */
export function fileRoutes(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
    uploadRoutes(scope, context)
  })
  downloadRoutes(app, context)
}

function uploadRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, texts } = context

  /** Counts an upload towards the limit, and records it if it is rejected. */
  async function withLimit<T>(
    limit: RateLimit,
    userId: string,
    work: () => Promise<T>,
  ): Promise<T> {
    await consume(database, limit, userId, clock.now())
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError)
        await recordSecurityEvent(database, clock.now(), {
          kind: 'uploadRefused',
          userId,
          details: { code: error.code },
        })
      throw error
    }
  }

  registerCall(app, calls.uploadImage, async ({ request, reply, caller, params: { id } }) =>
    withLimit(rateLimits.upload, caller.id, async () => {
      const upload = await receiveUpload(context, request, {
        field: 'image',
        accept: ['jpeg', 'png', 'webp'],
      })
      return await runOnceByKey(
        context,
        { request, reply, content: contentIdentity(upload) },
        async () => {
          await changeProfilePicture(context, caller, id, upload)
          const account = await findAccountById(context, id)
          if (!account) throw new AppError('record.missing')
          return ok(toWireUser(account), texts.text(caller.language, 'server:imageChanged'))
        },
      )
    }),
  )

  registerCall(app, calls.stageFile, async ({ request, reply, caller: { id: ownerId } }) =>
    withLimit(rateLimits.stagedFiles, ownerId, async () => {
      const upload = await receiveUpload(context, request, {
        field: 'file',
        accept: ['pdf', 'jpeg', 'png', 'webp'],
      })
      return await runOnceByKey(
        context,
        { request, reply, content: contentIdentity(upload) },
        async () => ok(await stagePreparedDocument(context, upload, ownerId)),
      )
    }),
  )
}

function downloadRoutes(app: FastifyInstance, context: Context): void {
  registerCall(
    app,
    calls.downloadFile,
    async ({ request, reply, caller, params: { id }, query: { ahead } }) => {
      const isHead = request.method === 'HEAD'
      const file = await openFile(
        context,
        caller,
        id,
        isHead ? 'seen' : ahead !== undefined ? 'ahead' : 'sent',
      )
      return isHead
        ? setFileHeaders(reply, file).send()
        : setFileHeaders(reply, file).send(await readStored(context, file))
    },
  )

  registerCall(app, calls.universityLogo, async ({ reply, params: { id }, query: { small } }) => {
    const file = await openLogo(context, id)
    const bytes =
      small === undefined ? await readStored(context, file) : await readSmallLogo(context, file)
    return setFileHeaders(reply, { ...file, bytes: bytes.length })
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(bytes)
  })
}

/**
 * Sets headers that prevent anything in a file from running. Only pictures are shown inline,
 * because the server has re-encoded them.
 */
export function setFileHeaders(
  reply: FastifyReply,
  { name, media_type: type, bytes }: Pick<FileRecord, 'name' | 'media_type' | 'bytes'>,
): FastifyReply {
  const disposition = type.startsWith('image/') ? 'inline' : 'attachment'
  const encodedName = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return reply.headers({
    'content-type': type,
    'content-length': bytes,
    'content-disposition': `${disposition}; filename*=UTF-8''${encodedName}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
}
