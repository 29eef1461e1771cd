import { ListPage } from '@matricola/console/pages/list/list-page.tsx'
import { RowExtraContext } from '@matricola/console/pages/list/row-actions.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { CertificatePdf } from './certificate-pdf.tsx'
import './study.css'

/** The list of certificates, each with a link to its PDF. */
export function CertificatesList({ resource }: PageProps) {
  return (
    <RowExtraContext value={(record) => <CertificatePdf record={record} isShort />}>
      <ListPage resource={resource} />
    </RowExtraContext>
  )
}
