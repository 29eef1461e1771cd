import type { Languages } from '@matricola/schema/languages.ts'
import { isRealDate } from '@matricola/schema/values/dates.ts'
import { useRef, useState } from 'react'
import { useRegistry } from '../app/console-context.ts'
import { Icon } from '../icons/icon.tsx'
import {
  datePattern,
  dateTimeText,
  formatNumericDate,
  parseDate,
  parseDateTime,
} from './date-text.ts'
import { usePageText } from './page-text.ts'
import './fields.css'
import { Button } from '../kit/button.tsx'
import { Input } from '../kit/inputs.tsx'
import { Tooltip } from '../kit/tooltip.tsx'
import { controlProps, type InputProps, type PlainInputProps } from './input.ts'

/**
 * An input for a date, typed in the date format of the language. A button opens the browser's
 * calendar.
 */
export function DateInput(props: PlainInputProps) {
  const { t, language } = usePageText()
  const picker = useRef<HTMLInputElement>(null)
  const value = typeof props.value === 'string' ? props.value : ''
  return (
    <span className="date-box">
      <TypedDate
        field={props}
        show={formatNumericDate}
        parse={parseDate}
        placeholder={datePattern(language, t('fields.dateLetters'))}
      />
      <input
        ref={picker}
        className="date-picker"
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        disabled={props.disabled}
        value={isRealDate(value) ? value : ''}
        onChange={(event) => props.onChange(event.target.value || null)}
      />
      <Tooltip text={t('fields.calendar')}>
        <Button
          className="button-square"
          disabled={props.disabled}
          aria-label={t('fields.calendar')}
          aria-describedby={props.labelId}
          onClick={() => picker.current?.showPicker?.()}
        >
          <Icon name="calendar" />
        </Button>
      </Tooltip>
    </span>
  )
}

/** An input for a date and time in the university's time zone. */
export function DateTimeInput(props: InputProps<'dateTime'>) {
  const { t, language } = usePageText()
  const placeholder = `${datePattern(language, t('fields.dateLetters'))} ${t('fields.timeLetters')}`
  return (
    <TypedDate field={props} show={dateTimeText} parse={parseDateTime} placeholder={placeholder} />
  )
}

interface TypedDateProps {
  readonly field: PlainInputProps
  readonly show: (value: string, language: string) => string
  readonly parse: (text: string, languages: Languages) => string | null
  readonly placeholder: string
}

function TypedDate({ field, show, parse, placeholder }: TypedDateProps) {
  const { language } = usePageText()
  const { languages } = useRegistry()
  const value = typeof field.value === 'string' ? field.value : null
  const formatted = value === null ? '' : show(value, language)
  const [typedText, setTypedText] = useState(formatted)
  // Keep the typed text while it represents the value; a value set from elsewhere replaces it.
  const text = parse(typedText, languages) === value ? typedText : formatted
  return (
    <Input
      {...controlProps(field)}
      className="date"
      inputMode="text"
      autoComplete="off"
      placeholder={placeholder}
      value={text}
      onChange={(event) => {
        setTypedText(event.target.value)
        field.onChange(parse(event.target.value, languages))
      }}
      onBlur={() => setTypedText(formatted)}
    />
  )
}
