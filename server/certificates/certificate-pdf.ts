import type { RecordOf } from '@matricola/schema/resource.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { withUniformTiming } from '@matricola/server/http/uniform-timing.ts'
import type { PdfFile } from '@matricola/server/pdf/drawing.ts'
import type { Permit } from '@matricola/server/policy/permit.ts'
import { deriveReadPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { consume } from '@matricola/server/session/rate-limits.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { type CertificateContent, initialsOf, normalizeCertificateCode, type WireVerification } from '#resources/academic/certificate.ts'
import { academicErrors } from '#resources/academic/errors.ts'
import { certificates } from '#resources/certificates.ts'
import { verificationPath } from '#resources/paths.ts'
import { universityRateLimits } from '#server/limits.ts'
import { drawCertificate } from './draw-certificate.ts'

const certificate = table(certificates)

/** Returns the PDF of a certificate that the caller may read. Throws `record.missing`, and `certificate.revoked` if it was revoked. */
export async function createCertificatePdf(context: Context, permit: Permit, id: string): Promise<PdfFile> {
  const { values } = await recordsOf(context).getStored(deriveReadPermit(permit), id)
  // The declaration of certificates guarantees this shape.
  const { code, kind, language, issuedAt, purpose, status, content } = values as unknown as Stored
  if (status === 'revoked') throw new AppError(academicErrors['certificate.revoked'])
  if (!content) throw new AppError('record.missing')
  const address = `${context.config.publicOrigin}${verificationPath(code)}`
  const bytes = await drawCertificate({ code, kind, language, issuedAt, purpose, content, address }, context.texts, context.config.root)
  return { name: `${context.texts.text(language, `certificate:fileName.${kind}`)}-${code}.pdf`, bytes }
}

type Stored = Pick<RecordOf<typeof certificates>, 'code' | 'kind' | 'language' | 'issuedAt' | 'purpose' | 'status'> & {
  readonly content: CertificateContent | null
}

/**
 * Returns the public facts about the certificate with this code: whether it exists and is valid, and the data to compare with the
 * printed document. The response time does not reveal whether it exists. Throws `requests.tooMany`.
 */
export async function verifyCertificateCode({ database, clock }: Context, entered: string, address: string): Promise<WireVerification> {
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
