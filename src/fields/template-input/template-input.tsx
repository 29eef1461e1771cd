import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useHttp } from '@matricola/console/app/console-context.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { type InputProps, inputText } from '@matricola/console/fields/input.ts'
import { useInputComponent } from '@matricola/console/fields/use-field-components.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import { Popup } from '@matricola/console/kit/popup.tsx'
import { HttpError } from '@matricola/providers/http.ts'
import { translationOf } from '@matricola/schema/translated-fields.ts'
import { useId, useState } from 'react'
import {
  fillTemplate,
  placeholderOf,
  type TemplateField,
  type TemplateValues,
  templateFields,
  unfilledIn,
} from '#resources/admission/template-fields.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { useTemplateText } from './use-template-text.ts'
import './template-input.css'

/** Name of the form value with the reference number that a try-out suggests. */
export const exampleValue = 'example'

/** The text of a template, with a list of fields to insert, and a try-out for an application. */
export function TemplateInput(props: InputProps) {
  const { id, value, disabled, onChange } = props
  const { t } = useTemplateText()
  const PlainInput = useInputComponent(props.spec, undefined)
  const text = inputText(value)
  const insert = (field: TemplateField) => {
    const area = document.getElementById(id)
    const [start, end] =
      area instanceof HTMLTextAreaElement
        ? [area.selectionStart, area.selectionEnd]
        : [text.length, text.length]
    const inserted = placeholderOf(field)
    onChange(text.slice(0, start) + inserted + text.slice(end))
    if (!(area instanceof HTMLTextAreaElement)) return
    area.focus()
    requestAnimationFrame(() =>
      area.setSelectionRange(start + inserted.length, start + inserted.length),
    )
  }
  return (
    <div className="template-input">
      <PlainInput {...props} />
      {!disabled && (
        <div className="button-row">
          <Popup className="button" button={t('insert')} panelLabel={t('insert')}>
            {(close) => (
              <ul className="bare-list popup-list">
                {templateFields.map((field) => (
                  <li key={field}>
                    <button
                      type="button"
                      className="popup-item"
                      onClick={() => {
                        close()
                        insert(field)
                      }}
                    >
                      {t(`fields.${field}`)} <code>{placeholderOf(field)}</code>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </Popup>
          {text.trim() !== '' && (
            <TryTemplate
              text={text}
              language={translationOf(props.spec)}
              example={inputText(props.values[exampleValue])}
            />
          )}
        </div>
      )}
    </div>
  )
}

interface TryTemplateProps {
  readonly text: string
  /** Absent for the text in the university's language. */
  readonly language: ReturnType<typeof translationOf>
  /** Reference number of an application; empty if none is suggested. */
  readonly example: string
}

/** Shows the text as an applicant would get it, and names the fields that would be empty. */
function TryTemplate({ text, language, example }: TryTemplateProps) {
  const { t, language: pageLanguage } = useTemplateText()
  const { makeCall } = useHttp()
  const { universityLanguage = pageLanguage } = useUser()
  const shownLanguage = language?.language ?? universityLanguage
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [reference, setReference] = useState(example)
  const [values, setValues] = useState<TemplateValues | null>(null)
  const [failure, setFailure] = useState('')
  const show = async () => {
    setFailure('')
    setValues(null)
    try {
      const { data } = await makeCall(reviewCalls.templateValues, {
        query: { reference: reference.trim() },
      })
      // The call returns a value for each field.
      setValues(data.values[shownLanguage] as TemplateValues)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setFailure(error.code === 'record.missing' ? t('try.none') : error.message)
    }
  }
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t('try.open')}</Button>
  const filled = values && fillTemplate(text, values)
  return (
    <div className="template-try">
      <label className="field-label" htmlFor={id}>
        {t('try.reference')}
      </label>
      <div className="button-row">
        <Input
          id={id}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void show()
          }}
        />
        <Button onClick={() => void show()}>{t('try.show')}</Button>
      </div>
      <LiveRegion as="div">
        {failure !== '' && <p className="message message-warn">{failure}</p>}
        {filled !== null && (
          <>
            <p className="long-text template-filled" lang={shownLanguage}>
              {filled}
            </p>
            {unfilledIn(filled).length > 0 && (
              <p className="caption">
                {t('try.empty', {
                  fields: unfilledIn(filled)
                    .map((field) => t(`fields.${field}`))
                    .join(', '),
                })}
              </p>
            )}
          </>
        )}
      </LiveRegion>
    </div>
  )
}
