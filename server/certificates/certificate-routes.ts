import { asAnyResource } from '@matricola/schema/registry.ts'
import type { RecordOf } from '@matricola/schema/resource.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { withUniformTiming } from '@matricola/server/http/uniform-timing.ts'
import type { PdfFile } from '@matricola/server/pdf/drawing.ts'
import { authorize, deriveReadPermit, type Permit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { setFileHeaders } from '@matricola/server/routes/files.ts'
import { consume, rateLimitAddress } from '@matricola/server/session/rate-limits.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { FastifyInstance } from 'fastify'
import {
  type CertificateContent,
  initialsOf,
  normalizeCertificateCode,
  type WireVerification,
} from '#resources/academic/certificate.ts'
import { academicErrors } from '#resources/academic/errors.ts'
import * as calls from '#resources/calls/certificates.ts'
import { certificates } from '#resources/certificates.ts'
import { verificationPath } from '#resources/paths.ts'
import { universityRateLimits } from '#server/limits.ts'
import { drawCertificate } from './draw-certificate.ts'

const certificate = table(certificates)

/** Certificates as PDF, and their public verification. */
export function certificateRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.downloadCertificate, async ({ reply, caller, params }) => {
    const { name, bytes } = await createCertificatePdf(
      context,
      authorize(caller, asAnyResource(certificates), 'read'),
      params.id,
    )
    return setFileHeaders(reply, { name, media_type: 'application/pdf', bytes: bytes.length }).send(
      bytes,
    )
  })
  registerCall(app, calls.verify, async ({ request, reply, params: { code } }) => {
    reply.header('cache-control', 'no-store')
    return ok(await verifyCertificateCode(context, code.slice(0, 60), rateLimitAddress(request.ip)))
  })
}

/**
 * Returns the PDF of a certificate that the caller may read. Throws `record.missing`, and
 * `certificate.revoked` if it was revoked.
 */
async function createCertificatePdf(
  context: Context,
  permit: Permit,
  id: string,
): Promise<PdfFile> {
  const { values } = await recordsOf(context).getStored(deriveReadPermit(permit), id)
  // The declaration of certificates guarantees this shape.
  const { code, kind, language, issuedAt, purpose, status, content } = values as unknown as Stored
  if (status === 'revoked') throw new AppError(academicErrors['certificate.revoked'])
  if (!content) throw new AppError('record.missing')
  const address = `${context.config.publicOrigin}${verificationPath(code)}`
  const bytes = await drawCertificate(
    { code, kind, language, issuedAt, purpose, content, address },
    context.texts,
    context.config.root,
  )
  return {
    name: `${context.texts.text(language, `certificate:fileName.${kind}`)}-${code}.pdf`,
    bytes,
  }
}

type Stored = Pick<
  RecordOf<typeof certificates>,
  'code' | 'kind' | 'language' | 'issuedAt' | 'purpose' | 'status'
> & {
  readonly content: CertificateContent | null
}

/**
 * Returns the public facts about the certificate with this code: whether it exists and is valid,
 * and the data to compare with the printed document. The response time does not reveal whether it
 * exists. Throws `requests.tooMany`.
 */
async function verifyCertificateCode(
  { database, clock }: Context,
  entered: string,
  address: string,
): Promise<WireVerification> {
  const code = normalizeCertificateCode(entered)
  const [found] = await withUniformTiming(async () => {
    await consume(database, universityRateLimits.verification, address, clock.now())
    return await runStatement(
      database,
      sql`select ${pick({
        ...columns(certificate, 'kind', 'language', 'issuedAt', 'status'),
        name: expr<string>`${certificate.content}->>'name'`,
      })} from ${certificate} where ${certificate.code} = ${code ?? ''}`,
    )
  })
  if (!code || !found) return { state: 'unknown' }
  const { kind, language, issuedAt, status, name } = found
  return { state: status, code, initials: initialsOf(name), kind, language, issuedAt }
}
