import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { setFileHeaders } from '@matricola/server/routes/files.ts'
import { rateLimitAddress } from '@matricola/server/session/rate-limits.ts'
import type { FastifyInstance } from 'fastify'
import * as calls from '#resources/calls/certificates.ts'
import { certificates } from '#resources/certificates.ts'
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
