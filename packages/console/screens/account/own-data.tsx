import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useId, useState } from 'react'
import { useProviders } from '../../app/console-context.ts'
import { Definitions } from '../../fields/definitions.tsx'
import { usePageText } from '../../fields/page-text.ts'
import { Button } from '../../kit/button.tsx'
import { RecordForm } from '../../pages/form/record-form.tsx'
import { createFormState } from '../../pages/form/use-form-state.ts'
import { useSaveInPlace } from '../../pages/form/use-save-in-place.ts'

/** Fields of the account that every user may change. Administrators change the others. */
const ownFields = ['name', 'phone', 'description']
const shownFields = ['name', 'username', 'email', 'role', 'phone', 'description']

/** The user's account, displayed and edited in the same place. */
export function OwnData({
  resource,
  record,
}: {
  readonly resource: AnyResource
  readonly record: WireRecord
}) {
  const { session } = useProviders()
  const { t } = usePageText()
  const id = useId()
  const [isEditing, setEditing] = useState(false)
  const { save } = useSaveInPlace(resource, record.id)
  if (isEditing) {
    return (
      <RecordForm
        resource={{ ...resource, sections: { about: ownFields } }}
        mode="edit"
        initial={createFormState(resource, record)}
        save={save}
        onSaved={({ record: saved }) => {
          session.updateUser({ name: String(saved.name ?? '') })
          setEditing(false)
        }}
        onCancel={() => setEditing(false)}
      />
    )
  }
  return (
    <section className="panel" aria-labelledby={`${id}-title`}>
      <div className="section-head">
        <h2 id={`${id}-title`} className="section-title">
          {t('account:own')}
        </h2>
        <Button onClick={() => setEditing(true)}>{t('show.edit')}</Button>
      </div>
      <Definitions resource={resource} record={record} names={shownFields} />
    </section>
  )
}
