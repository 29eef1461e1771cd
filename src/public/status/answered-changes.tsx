import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import type { WireAnsweredRequest, WireApplication } from '#resources/admission/wire.ts'
import { isDocumentRequest } from '#resources/application-documents.ts'
import { ChangeTable, StoredDocumentLine, UnchangedField } from './change-table.tsx'
import { applicationValueText } from './field-texts.ts'
import { useRequestedItems } from './requested-items.ts'

/** The applicant's answers to the last change request: the old and the new value of each field. */
export function AnsweredChanges({ application }: { application: WireApplication }) {
  const t = useText('status')
  const language = useLanguage()
  const { answered } = application
  const isReady = useRequestedItems(application)
  if (!answered || !isReady) return null
  return (
    <section aria-labelledby="answered">
      <h2 id="answered">{t('answered.title')}</h2>
      <p>{t('answered.when', { date: formatLongInstant(answered.at, language) })}</p>
      <ChangeTable
        application={application}
        rows={answered.changes.map((change) => ({
          field: change.field,
          before: <Before application={application} change={change} />,
          now: <Now application={application} change={change} />,
        }))}
      />
    </section>
  )
}

interface AnsweredChangeProps {
  readonly application: WireApplication
  readonly change: WireAnsweredRequest['changes'][number]
}

function Before({ application, change: { field, before, beforeFile } }: AnsweredChangeProps) {
  const language = useLanguage()
  return beforeFile ? (
    <StoredDocumentLine reference={application.reference} document={beforeFile} />
  ) : (
    applicationValueText(application, field, before, language)
  )
}

function Now({ application, change }: AnsweredChangeProps) {
  const { field, keptReason } = change
  const language = useLanguage()
  const document = application.documents.find((candidate) => candidate.document === field)
  if (keptReason !== null) return <UnchangedField reason={keptReason} />
  if (isDocumentRequest(change) && document)
    return <StoredDocumentLine reference={application.reference} document={document} />
  return applicationValueText(application, field, currentValue(application, field), language)
}

/** References are shown by name. */
function currentValue(
  { department, specialization, values }: WireApplication,
  field: string,
): string | null {
  if (field === 'departmentProfileId') return department
  return field === 'specializationId' ? specialization : (values[field] ?? null)
}
