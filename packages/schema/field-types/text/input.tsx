import {
  controlProps,
  type InputProps,
  inputText,
  withCommaBelow,
} from '@matricola/console/fields/input.ts'
import { isMasked, MaskedValue } from '@matricola/console/fields/masked-value.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import type { InputHTMLAttributes } from 'react'
import { parseTypedText, patternOf } from '../../text-vocabulary.ts'
import type { TextPattern } from '../../values/patterns.ts'
import { CountryInput } from './country-input.tsx'

/** A text input with the keyboard and normalization for the field's pattern. */
export function TextInput(props: InputProps<'text'>) {
  const { options } = props.spec
  if (options.encrypted && isMasked(props.value)) return <MaskedValue {...props} />
  if (options.pattern === 'country') return <CountryInput {...props} />
  const pattern = patternOf(props.spec)
  return (
    <Input
      {...controlProps(props)}
      spellCheck={false}
      autoComplete="off"
      {...(pattern && attributesOf(pattern))}
      value={inputText(props.value)}
      onChange={(event) => props.onChange(withCommaBelow(event.target.value))}
      onBlur={(event) => {
        if (!pattern) return
        const read = parseTypedText(props.spec, event.target.value.trim())
        if (read !== inputText(props.value)) props.onChange(read)
      }}
    />
  )
}

function attributesOf({
  input: { isShort, ...attributes } = {},
}: TextPattern): InputHTMLAttributes<HTMLInputElement> {
  return { ...attributes, ...(isShort && { className: 'short' }) }
}
