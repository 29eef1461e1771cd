import type { WireAnswered, WireApplication } from '#model/admission/wire.ts'
import { momentInWords } from '#model/values/dates.ts'
import { isDocumentName } from '#resources/application-documents.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { ChangeTable, Kept, SentFile } from './change-table.tsx'
import { answerText } from './field-words.ts'

/** The applicant's answers to the last change request: the old and the new value of each field. */
export function Answered({ application }: { application: WireApplication }) {
  const t = useText('status')
  const language = useLanguage()
  const { answered } = application
  if (!answered) return null
  return (
    <section aria-labelledby="answered">
      <h2 id="answered">{t('answered.title')}</h2>
      <p>{t('answered.when', { date: momentInWords(answered.at, language) })}</p>
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

interface Parts {
  readonly application: WireApplication
  readonly change: WireAnswered['changes'][number]
}

function Before({ application, change: { field, before, beforeFile } }: Parts) {
  const language = useLanguage()
  return beforeFile ? (
    <SentFile reference={application.reference} document={beforeFile} />
  ) : (
    answerText(application, field, before, language)
  )
}

function Now({ application, change: { field, keptReason } }: Parts) {
  const language = useLanguage()
  const document = application.documents.find((one) => one.document === field)
  if (keptReason !== null) return <Kept reason={keptReason} />
  if (isDocumentName(field) && document) return <SentFile reference={application.reference} document={document} />
  return answerText(application, field, presentValue(application, field), language)
}

/** References are shown by name. */
function presentValue({ department, specialization, values }: WireApplication, field: string): string | null {
  if (field === 'departmentProfileId') return department
  return field === 'specializationId' ? specialization : (values[field] ?? null)
}
