/** Inputs of the inspector. Text that is not valid stays in the input and is not saved. */
import { DateInput } from '@matricola/console/fields/date-input.tsx'
import { numberText, parseNumber } from '@matricola/console/fields/number-text.ts'
import { Input, TextArea } from '@matricola/console/kit/inputs.tsx'
import { type ReactNode, useId, useState } from 'react'
import type { LimitInput } from './item-types.ts'
import { useFormEditorText } from './use-form-editor-text.ts'

interface LabelledProps {
  readonly label: string
  readonly error?: string | null | undefined
  readonly note?: string | undefined
  readonly children: (ids: {
    readonly id: string
    readonly 'aria-invalid': true | undefined
    readonly 'aria-describedby': string | undefined
  }) => ReactNode
}

export function Labelled({ label, error, note, children }: LabelledProps) {
  const id = useId()
  const notes = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="form-inspector-field">
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {note && (
        <p className="field-help" id={`${id}-note`}>
          {note}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': notes || undefined,
      })}
    </div>
  )
}

interface FormTextFieldProps {
  readonly label: string
  readonly value: string
  readonly max: number
  readonly isLong?: boolean
  readonly disabled: boolean
  readonly onChange: (value: string) => void
  readonly onLeave?: () => void
}

/** A text. Spaces at its ends are removed when it is left. */
export function FormTextField(props: FormTextFieldProps) {
  const { label, value, max, isLong, disabled, onChange, onLeave } = props
  const [typed, setTyped] = useState(value)
  // Keeps the spaces that are typed at the ends; a value set from elsewhere replaces the text.
  const text = typed.trim() === value ? typed : value
  return (
    <Labelled label={label}>
      {(ids) => {
        const control = {
          ...ids,
          value: text,
          maxLength: max,
          disabled,
          autoComplete: 'off',
          onChange: (event: { readonly target: { readonly value: string } }) => {
            setTyped(event.target.value)
            onChange(event.target.value.trim())
          },
          onBlur: () => {
            setTyped(value)
            onLeave?.()
          },
        }
        return isLong ? <TextArea {...control} rows={3} /> : <Input {...control} />
      }}
    </Labelled>
  )
}

interface LimitFieldProps {
  readonly limit: LimitInput
  readonly label: string
  readonly value: unknown
  readonly disabled: boolean
  readonly onChange: (value: number | string | undefined) => void
}

/** A limit of the answers. */
export function LimitField({ limit, label, value, disabled, onChange }: LimitFieldProps) {
  const { t, language } = useFormEditorText()
  const id = useId()
  const { kind, min = 0, max = 0, isOptional } = limit
  const scale = kind === 'whole' ? 0 : 4
  const [typed, setTyped] = useState(() =>
    typeof value === 'number' ? numberText(value, language, scale) : '',
  )
  const [day, setDay] = useState<unknown>(value ?? null)
  if (kind === 'day') {
    const isToday = day === 'today'
    return (
      <div className="form-inspector-field">
        <label className="field-label" id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {isToday ? (
          <p>{t('inspector.today')}</p>
        ) : (
          <DateInput
            id={id}
            labelId={`${id}-label`}
            name={limit.name}
            value={day}
            required={false}
            disabled={disabled}
            onChange={(next) => {
              setDay(next)
              if (next === null || /^\d{4}-\d\d-\d\d$/.test(String(next)))
                onChange(next === null ? undefined : String(next))
            }}
          />
        )}
        {limit.allowsToday && !disabled && (
          <button
            type="button"
            className="button-link"
            onClick={() => {
              setDay(isToday ? null : 'today')
              onChange(isToday ? undefined : 'today')
            }}
          >
            {t(isToday ? 'inspector.chooseDay' : 'inspector.chooseToday')}
          </button>
        )}
      </div>
    )
  }
  const parse = (text: string) => {
    const number = parseNumber(text, language, scale)
    return typeof number === 'number' && number >= min && number <= max ? number : null
  }
  const isInvalid = parse(typed) === null && !(isOptional && typed.trim() === '')
  return (
    <Labelled
      label={label}
      error={
        isInvalid
          ? t('inspector.numberBetween', {
              min: numberText(min, language),
              max: numberText(max, language),
            })
          : null
      }
    >
      {(ids) => (
        <Input
          {...ids}
          className="number"
          inputMode={kind === 'whole' ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={typed}
          disabled={disabled}
          onChange={(event) => {
            setTyped(event.target.value)
            const number = parse(event.target.value)
            if (number !== null) onChange(number)
            else if (isOptional && event.target.value.trim() === '') onChange(undefined)
          }}
        />
      )}
    </Labelled>
  )
}

interface KeyFieldProps {
  readonly value: string
  readonly takenKeys: readonly string[]
  readonly disabled: boolean
  readonly onChange: (key: string) => void
}

/** The name in files. */
export function KeyField({ value, takenKeys, disabled, onChange }: KeyFieldProps) {
  const { t } = useFormEditorText()
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? value
  const error = !/^[a-z][A-Za-z0-9]{0,39}$/.test(text)
    ? t('inspector.keyFormat')
    : takenKeys.includes(text)
      ? t('inspector.keyTaken')
      : null
  return (
    <Labelled
      label={t('inspector.key')}
      note={t(disabled ? 'inspector.keyFixed' : 'inspector.keyNote')}
      error={error}
    >
      {(ids) => (
        <Input
          {...ids}
          value={text}
          maxLength={40}
          disabled={disabled}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            const next = event.target.value
            setTyped(next)
            if (/^[a-z][A-Za-z0-9]{0,39}$/.test(next) && !takenKeys.includes(next)) onChange(next)
          }}
          onBlur={() => error === null && setTyped(null)}
        />
      )}
    </Labelled>
  )
}
