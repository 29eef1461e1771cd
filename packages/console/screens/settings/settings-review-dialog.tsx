import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useId, useState } from 'react'
import { usePageText } from '../../fields/page-text.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextArea } from '../../kit/inputs.tsx'
import { focusField } from '../../pages/form/focus-field.ts'
import { ChangedValue } from '../../pages/show/changed-value.tsx'
import type { SettingsSections } from './settings-section.ts'
import type { SettingsFormState } from './use-settings-form-state.ts'

interface SettingsReviewDialogProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly formState: SettingsFormState
  readonly sections: SettingsSections
}

/**
 * Lists all changes before they are saved, with their effects, and asks for the reason that the
 * history will record.
 */
export function SettingsReviewDialog({
  resource,
  record,
  formState,
  sections,
}: SettingsReviewDialogProps) {
  const { t } = usePageText()
  const id = useId()
  const [reason, setReason] = useState('')
  const [isRefused, setRefused] = useState(false)
  const { base, values, titles } = formState.draft
  const save = () => {
    if (formState.needsReason && reason.trim() === '') {
      setRefused(true)
      focusField(`${id}-reason`)
    } else void formState.save(reason)
  }
  return (
    <Dialog
      isWide
      title={t('settings:reviewTitle', { count: formState.changed.length })}
      onClose={() => formState.review(false)}
      footer={
        <>
          <Button kind="primary" aria-disabled={formState.isSaving} onClick={save}>
            {t(formState.isSaving ? 'form.saving' : 'form.save')}
          </Button>
          <Button onClick={() => formState.review(false)}>{t('form.cancel')}</Button>
        </>
      }
    >
      <dl className="definitions">
        {formState.changed.map((field) => (
          <div key={field} className="definition-row">
            <dt>{t(`resources:${resource.name}.fields.${field}`)}</dt>
            <dd>
              <ChangedValue
                resource={resource}
                change={{
                  field,
                  before: base[field],
                  after: values[field],
                  ...titlesOf(record._titles[field], titles[field]),
                }}
              />
            </dd>
          </div>
        ))}
      </dl>
      {formState.needsReason &&
        Object.entries(sections).map(
          ([name, section]) =>
            section?.Effect && <section.Effect key={name} record={record} values={values} />,
        )}
      <div className={isRefused ? 'form-field has-error' : 'form-field'}>
        <label className="field-label" htmlFor={`${id}-reason`}>
          {t('settings:reason')}{' '}
          {!formState.needsReason && <span className="field-optional">{t('fields.optional')}</span>}
        </label>
        {isRefused && (
          <p className="field-error" id={`${id}-error`}>
            {t('settings:reasonMissing')}
          </p>
        )}
        <TextArea
          id={`${id}-reason`}
          rows={2}
          aria-required={formState.needsReason}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? `${id}-error` : undefined}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}

const titlesOf = (before: string | undefined, after: string | undefined) => ({
  ...(before && { beforeTitle: before }),
  ...(after && { afterTitle: after }),
})
