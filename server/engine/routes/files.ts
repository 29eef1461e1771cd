import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { admissionEndpoints, sessionEndpoints as calls } from '#model/endpoints.ts'
import { AppError } from '#model/errors.ts'
import { changeImage } from '../actions/change-image.ts'
import { openFile, openLogo } from '../actions/open-file.ts'
import { smallLogo } from '../actions/small-logo.ts'
import { stageDocument } from '../actions/stage-document.ts'
import type { Context } from '../context.ts'
import { callerIn } from '../http/caller-hook.ts'
import { ok } from '../http/envelope.ts'
import { answeredByKey } from '../http/repeatable.ts'
import { routeAt } from '../http/route-at.ts'
import { contentOf, multipartLimits, receiveUpload } from '../images/receive-upload.ts'
import { accountById, toWireUser } from '../session/accounts.ts'
import { idIn } from '../session/body.ts'
import { recordEvent } from '../session/events.ts'
import type { FileRecord } from '../session/file-records.ts'
import { demand, type Limit, limits } from '../session/limiter.ts'
import { readStored } from '../session/stored-files.ts'

const tag = 'Files'

/** Pictures of people, files for forms, and their bytes. The only calls that read multipart bodies. */
export function fileRoutes(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
    uploadRoutes(scope, context)
  })
  servingRoute(app, context)
  logoRoute(app, context)
}

function uploadRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, texts } = context

  /** Counts the upload, and notes one that was refused. */
  async function counted<T>(limit: Limit, userId: string, work: () => Promise<T>): Promise<T> {
    await demand(database, limit, userId, clock.now())
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError)
        await recordEvent(database, clock.now(), { kind: 'uploadRefused', userId, details: { code: error.code } })
      throw error
    }
  }

  app.route({
    ...routeAt(calls.uploadImage),
    config: {
      access: 'signedIn',
      storesFile: true,
      repeats: 'itself',
      doc: { summary: 'Change the picture of an account: the own, or any for an admin; multipart, field "image"', tag },
    },
    async handler(request, reply) {
      const caller = callerIn(request)
      const id = idIn(request)
      return await counted(limits.upload, caller.id, async () => {
        const upload = await receiveUpload(request, 'image', ['jpeg', 'png', 'webp'])
        return await answeredByKey(context, { request, reply, content: contentOf(upload) }, async () => {
          await changeImage(context, caller, id, upload)
          const account = await accountById(database, id)
          if (!account) throw new AppError('record.missing')
          return ok(toWireUser(account), texts.text(caller.language, 'server:imageChanged'))
        })
      })
    },
  })

  app.route({
    ...routeAt(calls.stageFile),
    config: {
      access: 'signedIn',
      storesFile: true,
      repeats: 'itself',
      doc: { summary: 'Send a file for a form ahead of it; its id goes into the form’s field; multipart, field "file"', tag },
    },
    async handler(request, reply) {
      const { id: ownerId } = callerIn(request)
      return await counted(limits.stagedFiles, ownerId, async () => {
        const upload = await receiveUpload(request, 'file', ['pdf', 'jpeg', 'png', 'webp'])
        return await answeredByKey(context, { request, reply, content: contentOf(upload) }, async () => {
          reply.code(201)
          return ok(await stageDocument(context, upload, ownerId))
        })
      })
    },
  })
}

function servingRoute(app: FastifyInstance, context: Context): void {
  app.route({
    ...routeAt(calls.file),
    config: {
      access: 'signedIn',
      refuseForeignGet: true,
      doc: { summary: 'The bytes of a file, for who may see its record', tag, media: 'application/octet-stream' },
    },
    async handler(request, reply) {
      const isAsked = request.method === 'HEAD'
      const isAhead = new URL(request.url, 'http://localhost').searchParams.has('ahead')
      const file = await openFile(context, callerIn(request), idIn(request), isAsked ? 'seen' : isAhead ? 'ahead' : 'sent')
      if (isAsked) return describe(reply, file).send()
      const bytes = await readStored(context, file)
      return describe(reply, file).send(bytes)
    },
  })
}

/** The university's logo as the settings have it, or small enough for the head of a page (`?small`), for anyone, on pages of any origin. */
function logoRoute(app: FastifyInstance, context: Context): void {
  app.route({
    ...routeAt(admissionEndpoints.universityLogo),
    config: {
      access: 'public',
      doc: { summary: 'The logo of the university, by the id that the public configuration names', tag, media: 'image/jpeg' },
    },
    async handler(request, reply) {
      const file = await openLogo(context, idIn(request))
      const isSmall = new URL(request.url, 'http://localhost').searchParams.has('small')
      const bytes = isSmall ? await smallLogo(context, file) : await readStored(context, file)
      return describe(reply, { ...file, bytes: bytes.length })
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'cross-origin' })
        .send(bytes)
    },
  })
}

/** Headers under which nothing in a file can run; only pictures that we encoded ourselves are shown in place (S-10.10). */
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
