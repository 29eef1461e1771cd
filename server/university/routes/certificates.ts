import type { FastifyInstance } from 'fastify'
import { certificateEndpoints as calls } from '#model/endpoints.ts'
import { isId } from '#model/paths.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { describe } from '#server/engine/routes/files.ts'
import { addressOf } from '#server/engine/session/limiter.ts'
import { certificatePdf, verifyCertificate } from '../certificates/paper.ts'

const certificates = resourceNamed('certificates')
const text = { type: 'string' }
const verification = {
  type: 'object',
  properties: {
    state: { enum: ['valid', 'revoked', 'unknown'] },
    ...{ code: text, initials: text, kind: { enum: ['certificate', 'transcript'] }, language: text, issuedAt: text },
  },
  required: ['state'],
}

/** Certificates as files, and what anybody may know of one by its code. */
export function certificateRoutes(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string } }>(
    calls.pdf.path,
    {
      config: {
        access: { resource: certificates, grant: 'read' },
        refuseForeignGet: true,
        doc: { summary: 'A certificate as PDF', tag: 'certificates', media: 'application/pdf' },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!isId(id)) return reply.callNotFound()
      const { name, bytes } = await certificatePdf(context, authorize(request.caller, certificates, 'read'), id)
      return describe(reply, { name, media_type: 'application/pdf', bytes: bytes.length }).send(bytes)
    },
  )
  app.get<{ Params: { code: string } }>(
    calls.verify.path,
    {
      config: {
        access: 'public',
        doc: { summary: 'Whether a certificate with that code is valid, for anybody', tag: 'certificates', answer: verification },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return ok(await verifyCertificate(context, request.params.code.slice(0, 60), addressOf(request.ip)))
    },
  )
}
