import type { FastifyInstance } from 'fastify'
import { asAnyResource } from '#model/registry.ts'
import * as calls from '#resources/calls/certificates.ts'
import { certificates } from '#resources/certificates.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { registerCall } from '#server/engine/http/register-call.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { setFileHeaders } from '#server/engine/routes/files.ts'
import { rateLimitAddress } from '#server/engine/session/rate-limits.ts'
import { createCertificatePdf, verifyCertificateCode } from '../certificates/certificate-pdf.ts'

/** Certificates as PDF, and their public verification. */
export function certificateRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.downloadCertificate, async ({ reply, caller, params }) => {
    const { name, bytes } = await createCertificatePdf(context, authorize(caller, asAnyResource(certificates), 'read'), params.id)
    return setFileHeaders(reply, { name, media_type: 'application/pdf', bytes: bytes.length }).send(bytes)
  })
  registerCall(app, calls.verify, async ({ request, reply, params: { code } }) => {
    reply.header('cache-control', 'no-store')
    return ok(await verifyCertificateCode(context, code.slice(0, 60), rateLimitAddress(request.ip)))
  })
}
