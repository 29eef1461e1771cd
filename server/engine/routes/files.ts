import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as calls from '#model/calls/files.ts'
import { AppError } from '#model/wire/errors.ts'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { answeredByKey } from '../http/repeatable.ts'
import { serve } from '../http/serve.ts'
import { contentOf, multipartLimits, receiveUpload } from '../images/receive-upload.ts'
import { changeImage } from '../services/change-image.ts'
import { openFile, openLogo } from '../services/open-file.ts'
import { smallLogo } from '../services/small-logo.ts'
import { stagePrepared } from '../services/stage-document.ts'
import { accountById, toWireUser } from '../session/accounts.ts'
import { recordEvent } from '../session/events.ts'
import type { FileRecord } from '../session/file-records.ts'
import { consume, type Limit, limits } from '../session/limiter.ts'
import { readStored } from '../session/stored-files.ts'

/** Uploads and downloads of profile pictures, files for forms, and the logo. */
export function fileRoutes(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
    uploadRoutes(scope, context)
  })
  servingRoutes(app, context)
}

function uploadRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, texts } = context

  /** Counts an upload towards the limit, and records it if it is rejected. */
  async function counted<T>(limit: Limit, userId: string, work: () => Promise<T>): Promise<T> {
    await consume(database, limit, userId, clock.now())
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError)
        await recordEvent(database, clock.now(), { kind: 'uploadRefused', userId, details: { code: error.code } })
      throw error
    }
  }

  serve(app, calls.uploadImage, async ({ request, reply, caller, params: { id } }) =>
    counted(limits.upload, caller.id, async () => {
      const upload = await receiveUpload(context, request, { field: 'image', accept: ['jpeg', 'png', 'webp'] })
      return await answeredByKey(context, { request, reply, content: contentOf(upload) }, async () => {
        await changeImage(context, caller, id, upload)
        const account = await accountById(database, id)
        if (!account) throw new AppError('record.missing')
        return ok(toWireUser(account), texts.text(caller.language, 'server:imageChanged'))
      })
    }),
  )

  serve(app, calls.stageFile, async ({ request, reply, caller: { id: ownerId } }) =>
    counted(limits.stagedFiles, ownerId, async () => {
      const upload = await receiveUpload(context, request, { field: 'file', accept: ['pdf', 'jpeg', 'png', 'webp'] })
      return await answeredByKey(context, { request, reply, content: contentOf(upload) }, async () =>
        ok(await stagePrepared(context, upload, ownerId)),
      )
    }),
  )
}

function servingRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.file, async ({ request, reply, caller, params: { id }, query: { ahead } }) => {
    const isAsked = request.method === 'HEAD'
    const file = await openFile(context, caller, id, isAsked ? 'seen' : ahead !== undefined ? 'ahead' : 'sent')
    return isAsked ? describe(reply, file).send() : describe(reply, file).send(await readStored(context, file))
  })

  serve(app, calls.universityLogo, async ({ reply, params: { id }, query: { small } }) => {
    const file = await openLogo(context, id)
    const bytes = small === undefined ? await readStored(context, file) : await smallLogo(context, file)
    return describe(reply, { ...file, bytes: bytes.length })
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'cross-origin' })
      .send(bytes)
  })
}

/** Sets headers that prevent anything in a file from running. Only pictures are shown inline, because the server has re-encoded them. */
export function describe(
  reply: FastifyReply,
  { name, media_type: type, bytes }: Pick<FileRecord, 'name' | 'media_type' | 'bytes'>,
): FastifyReply {
  const place = type.startsWith('image/') ? 'inline' : 'attachment'
  const spelled = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return reply.headers({
    'content-type': type,
    'content-length': bytes,
    'content-disposition': `${place}; filename*=UTF-8''${spelled}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
}
