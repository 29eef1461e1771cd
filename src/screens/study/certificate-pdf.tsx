import { certificateEndpoints, fillPath } from '#model/endpoints.ts'
import type { WireRecord } from '#model/wire.ts'
import { addressOf } from '#providers/http.ts'
import { Icon } from '#src/icons/icon.tsx'
import { useStudyText } from '../use-study-text.ts'

/** Where the PDF of a certificate is fetched. */
const pdfAddress = (id: string) => addressOf({ ...certificateEndpoints.pdf, path: fillPath(certificateEndpoints.pdf.path, { id }) })

/** The way to a certificate's PDF; none where it was revoked. */
export function CertificatePdf({ record, isShort = false }: { readonly record: WireRecord; readonly isShort?: boolean }) {
  const { t } = useStudyText()
  if (record.status === 'revoked') return null
  const whole = t('study:certificates.downloadOne', { name: String(record.code) })
  return isShort ? (
    <a className="button-icon" href={pdfAddress(record.id)} download title={whole}>
      <Icon name="download" />
    </a>
  ) : (
    <a className="button" href={pdfAddress(record.id)} download aria-label={whole}>
      <Icon name="download" />
      {t('study:certificates.download')}
    </a>
  )
}
