import { ShowPage } from '@matricola/console/pages/show/show-page.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { verificationPath } from '#resources/paths.ts'
import { useStudyText } from '../use-study-text.ts'
import { CertificatePdf } from './certificate-pdf.tsx'

/** The page of a certificate, with links to its PDF and to its public verification page. */
export function CertificatePage({ resource }: PageProps) {
  const { t } = useStudyText()
  return (
    <ShowPage
      resource={resource}
      more={(record) => (
        <>
          <CertificatePdf record={record} />
          <a className="button" href={verificationPath(String(record.code))}>
            {t('study:certificates.check')}
          </a>
        </>
      )}
    />
  )
}
