import { ApiLink } from '@matricola/console/fields/api-link.tsx'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import * as certificateCalls from '#resources/calls/certificates.ts'
import { useStudyText } from '../use-study-text.ts'

/** Links to the PDF of a certificate. Renders nothing if it was revoked. */
export function CertificatePdf({
  record,
  isShort = false,
}: {
  readonly record: WireRecord
  readonly isShort?: boolean
}) {
  const { t } = useStudyText()
  if (record.status === 'revoked') return null
  const fullLabel = t('study:certificates.downloadOne', { name: String(record.code) })
  const path = fillPath(certificateCalls.downloadCertificate.path, { id: record.id })
  return isShort ? (
    <ApiLink className="button-icon" path={path} download title={fullLabel}>
      <Icon name="download" />
    </ApiLink>
  ) : (
    <ApiLink className="button" path={path} download aria-label={fullLabel}>
      <Icon name="download" />
      {t('study:certificates.download')}
    </ApiLink>
  )
}
