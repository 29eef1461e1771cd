import type { FastifyInstance } from 'fastify'
import { asAny } from '#model/registry.ts'
import * as calls from '#resources/calls/certificates.ts'
import { certificates } from '#resources/certificates.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { describe } from '#server/engine/routes/files.ts'
import { addressOf } from '#server/engine/session/limiter.ts'
import { certificatePdf, verifyCertificate } from '../certificates/paper.ts'

/** Certificates as PDF, and their public verification. */
export function certificateRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.pdf, async ({ reply, caller, params }) => {
    const { name, bytes } = await certificatePdf(context, authorize(caller, asAny(certificates), 'read'), params.id)
    return describe(reply, { name, media_type: 'application/pdf', bytes: bytes.length }).send(bytes)
  })
  serve(app, calls.verify, async ({ request, reply, params: { code } }) => {
    reply.header('cache-control', 'no-store')
    return ok(await verifyCertificate(context, code.slice(0, 60), addressOf(request.ip)))
  })
}
