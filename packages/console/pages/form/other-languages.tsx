import { languageName } from '@matricola/schema/languages.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { translationOf } from '@matricola/schema/translated-fields.ts'
import { translationsOf } from '@matricola/schema/translations.ts'
import { useState } from 'react'
import { useUser } from '../../app/user-context.ts'
import { FormField } from '../../fields/form-field.tsx'
import { usePageText } from '../../fields/page-text.ts'
import { type FormMode, fieldState } from './form-values.ts'
import type { RecordFormState } from './use-record-form.ts'

interface OtherLanguagesProps {
  readonly resource: AnyResource
  readonly name: string
  readonly mode: FormMode
  readonly form: RecordFormState
  readonly scope: string
}

/**
 * A field in languages other than the university's. Collapsed until it is opened or has an error.
 */
export function OtherLanguages({ resource, name, mode, form, scope }: OtherLanguagesProps) {
  const { t, language } = usePageText()
  const { universityLanguage } = useUser()
  const [isOpen, setOpen] = useState(false)
  const { base, values } = form.draft
  const isFilled = (field: string) =>
    values[field] !== null && values[field] !== undefined && values[field] !== ''
  const fields = translationsOf(resource, name).flatMap((field) => {
    const spec = fieldOf(resource, field)
    const code = translationOf(spec)?.language
    const { visible, readOnly } = fieldState(resource, field, values, form.caller, mode, base)
    const isIncluded =
      visible &&
      code !== undefined &&
      (isFilled(field) || (!readOnly && code !== universityLanguage))
    return isIncluded ? [{ field, spec, code, readOnly }] : []
  })
  if (fields.length === 0) return null
  const hasIssues = fields.some(({ field }) => form.issues[field])
  const filledLanguages = fields
    .filter(({ field }) => isFilled(field))
    .map(({ code }) => languageName(code, language))
  const isShown = isOpen || hasIssues
  return (
    <details
      className="other-languages"
      open={isShown}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {t('form.otherLanguages')}
        <span className="visually-hidden"> ({t(`resources:${resource.name}.fields.${name}`)})</span>
        {filledLanguages.length > 0 &&
          `: ${new Intl.ListFormat(language, { type: 'unit' }).format(filledLanguages)}`}
      </summary>
      {isShown && (
        <div className="other-languages-fields">
          {fields.map(({ field, spec, readOnly }) => (
            <FormField
              key={field}
              scope={scope}
              resource={resource}
              name={field}
              spec={spec}
              value={values[field]}
              values={values}
              required={false}
              readOnly={readOnly}
              issue={form.issues[field]?.[0]}
              onChange={(value, title) => form.setValue(field, value, title)}
            />
          ))}
        </div>
      )}
    </details>
  )
}
