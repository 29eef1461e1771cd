import { Button } from '@matricola/console/kit/button.tsx'
import { RecordForm } from '@matricola/console/pages/form/record-form.tsx'
import { createFormState } from '@matricola/console/pages/form/use-form-state.ts'
import { useSaveInPlace } from '@matricola/console/pages/form/use-save-in-place.ts'
import { RecordDetails } from '@matricola/console/pages/show/record-details.tsx'
import { RelatedList } from '@matricola/console/pages/show/related-list.tsx'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { getResource } from '#resources/index.ts'
import { useStudyText } from '../use-study-text.ts'
import '@matricola/console/screens/screens.css'

const students = getResource('students')
const contactForm = {
  ...students,
  sections: { contact: ['personalEmail', 'phone', 'address', 'city', 'emergencyContact'] },
}

/**
 * A student's own record. Students can change their contact data here, and request changes to other
 * fields from staff.
 */
export function StudentRecord({ record }: { readonly record: WireRecord }) {
  const { t } = useStudyText()
  const id = useId()
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      {isEditing ? (
        <ContactForm record={record} onDone={() => setEditing(false)} />
      ) : (
        <>
          <RecordDetails resource={students} record={record} />
          <div className="button-row">
            <Button onClick={() => setEditing(true)}>{t('study:own.edit')}</Button>
          </div>
        </>
      )}
      <section className="panel requests" aria-labelledby={id}>
        <h2 id={id} className="section-title">
          {t('study:own.requests')}
        </h2>
        <p className="caption">{t('study:own.requestHint')}</p>
        <RelatedList resource={getResource('data-changes')} by="studentId" id={record.id} />
      </section>
    </>
  )
}

function ContactForm({
  record,
  onDone,
}: {
  readonly record: WireRecord
  readonly onDone: () => void
}) {
  const client = useQueryClient()
  const { save } = useSaveInPlace(students, record.id)
  return (
    <RecordForm
      resource={contactForm}
      mode="edit"
      initial={createFormState(students, record)}
      save={save}
      onSaved={() => {
        void client.invalidateQueries({ queryKey: ['personal-data'] })
        onDone()
      }}
      onCancel={onDone}
    />
  )
}
