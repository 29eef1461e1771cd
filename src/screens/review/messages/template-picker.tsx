import { useUser } from '@matricola/console/app/user-context.ts'
import { useCall } from '@matricola/console/use-call.ts'
import { ownLanguageName } from '@matricola/schema/languages.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useId, useState } from 'react'
import {
  fillTemplate,
  type TemplateValues,
  unfilledIn,
} from '#resources/admission/template-fields.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { languages } from '#resources/languages.ts'
import { useTemplateText } from '../../../fields/template-input/use-template-text.ts'
import { translatedText, useTemplates } from './use-templates.ts'

/** A text inserted from a template. */
export interface InsertedText {
  readonly templateId: string
  readonly text: string
}

/**
 * Inserts a template with the values of this application, at first in the applicant's language.
 * Shows nothing while the university has no templates.
 */
export function TemplatePicker({
  record,
  templateId,
  onInsert,
}: {
  readonly record: WireRegistration
  readonly templateId: string | null
  readonly onInsert: (inserted: InsertedText | null) => void
}) {
  const { t, language: pageLanguage } = useTemplateText()
  const id = useId()
  const { universityLanguage = pageLanguage } = useUser()
  // The field is a choice of languages.
  const [language, setLanguage] = useState(record.language as Language)
  const templates = useTemplates()
  const { data } = useCall(
    reviewCalls.templateValues,
    { query: { reference: String(record.referenceCode) } },
    { enabled: templates.length > 0 },
  )
  if (templates.length === 0 || !data) return null
  const insert = (chosen: string, wanted: Language) => {
    const template = templates.find((one) => one.id === chosen)
    if (!template) return onInsert(null)
    const translation = translatedText(template, wanted)
    const shown = translation === null ? universityLanguage : wanted
    const text = fillTemplate(
      translation ?? String(template.body),
      // The call returns a value for each field.
      data.values[shown] as TemplateValues,
    )
    onInsert({ templateId: chosen, text })
  }
  const chosen = templates.find((one) => one.id === templateId)
  const isUntranslated =
    chosen !== undefined &&
    language !== universityLanguage &&
    translatedText(chosen, language) === null
  return (
    <>
      <div className="button-row">
        <TemplateSelect
          id={`${id}-template`}
          templates={templates}
          value={chosen?.id ?? null}
          onChoose={(wanted) => insert(wanted, language)}
        />
        <select
          className="select"
          aria-label={t('language')}
          value={language}
          onChange={({ target }) => {
            const wanted = languages.find((one) => one === target.value) ?? language
            setLanguage(wanted)
            if (chosen) insert(chosen.id, wanted)
          }}
        >
          {languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {ownLanguageName(one)}
            </option>
          ))}
        </select>
      </div>
      {isUntranslated && <p className="caption">{t('untranslated')}</p>}
    </>
  )
}

/** The choice of a template, or of none (an empty id). */
export function TemplateSelect({
  id,
  templates,
  value,
  onChoose,
}: {
  readonly id: string
  readonly templates: readonly WireRecord[]
  readonly value: string | null
  readonly onChoose: (id: string) => void
}) {
  const { t } = useTemplateText()
  return (
    <select
      id={id}
      className="select"
      aria-label={t('template')}
      value={value ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{t('choose')}</option>
      {templates.map((template) => (
        <option key={template.id} value={template.id}>
          {String(template.name)}
        </option>
      ))}
    </select>
  )
}

/** Names the fields that have no value for this application; null if there are none. */
export function UnfilledFields({ text }: { readonly text: string }) {
  const { t } = useTemplateText()
  const fields = unfilledIn(text)
  if (fields.length === 0) return null
  return (
    <p className="message message-warn" role="alert">
      {t('unfilled', { fields: fields.map((field) => t(`fields.${field}`)).join(', ') })}
    </p>
  )
}
