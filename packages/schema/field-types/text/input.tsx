import { controlProps, type InputProps, inputText, withCommaBelow } from '@matricola/console/fields/input.ts'
import { isMasked, MaskedValue } from '@matricola/console/fields/masked-value.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import type { InputHTMLAttributes } from 'react'
import { parseTypedText } from '../../values/parse-typed-text.ts'
import { patternOf, type TextPattern } from '../../values/patterns.ts'
import { CountryInput } from './country-input.tsx'

/** A text input with the keyboard and normalization for the field's pattern. */
export function TextInput(props: InputProps<'text'>) {
  const { options } = props.spec
  if (options.encrypted && isMasked(props.value)) return <MaskedValue {...props} />
  if (options.pattern === 'country') return <CountryInput {...props} />
  return (
    <Input
      {...controlProps(props)}
      spellCheck={false}
      autoComplete="off"
      {...(options.pattern && attributesOf(patternOf(options.pattern)))}
      value={inputText(props.value)}
      onChange={(event) => props.onChange(withCommaBelow(event.target.value))}
      onBlur={(event) => {
        if (!options.pattern) return
        const read = parseTypedText(options.pattern, event.target.value.trim())
        if (read !== inputText(props.value)) props.onChange(read)
      }}
    />
  )
}

function attributesOf({ input: { isShort, ...attributes } = {} }: TextPattern): InputHTMLAttributes<HTMLInputElement> {
  return { ...attributes, ...(isShort && { className: 'short' }) }
}
