import { scaleOf } from '@matricola/schema/values/numbers.ts'
import { useState } from 'react'
import { Input } from '../kit/inputs.tsx'
import { controlProps, type InputProps } from './input.ts'
import { numberText, parseNumber } from './number-text.ts'
import { usePageText } from './page-text.ts'

interface NumberInputProps extends InputProps<'integer' | 'decimal' | 'money'> {
  /** Text after the number, such as a currency. */
  readonly unit?: string | undefined
}

/**
 * A number as text, without spinner or mouse wheel, parsed by the rules of the language. Text that
 * is not a number stays as typed.
 */
export function NumberInput({ unit, ...field }: NumberInputProps) {
  const { language } = usePageText()
  const scale = scaleOf(field.spec)
  const formatted =
    typeof field.value === 'number'
      ? numberText(field.value, language, scale + 4)
      : String(field.value ?? '')
  const [typedText, setTypedText] = useState(formatted)
  // Keep the typed text while it represents the value; a value set from elsewhere replaces it.
  const text =
    parseNumber(typedText, language, scale, unit) === (field.value ?? null) ? typedText : formatted
  const input = (
    <Input
      {...controlProps(
        unit
          ? {
              ...field,
              describedBy: [`${field.id}-unit`, field.describedBy].filter(Boolean).join(' '),
            }
          : field,
      )}
      className="number"
      inputMode={scale === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setTypedText(event.target.value)
        field.onChange(parseNumber(event.target.value, language, scale, unit))
      }}
      onBlur={() => setTypedText(formatted)}
    />
  )
  if (!unit) return input
  return (
    <span className="with-unit">
      {input}
      <span className="unit" id={`${field.id}-unit`}>
        {unit}
      </span>
    </span>
  )
}
