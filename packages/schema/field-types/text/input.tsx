import { controlProps, type InputProps, inputText, withCommaBelow } from '@matricola/console/fields/input.ts'
import { isMasked, MaskedValue } from '@matricola/console/fields/masked-value.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import type { InputHTMLAttributes } from 'react'
import { parseTypedText } from '../../values/parse-typed-text.ts'
import type { PatternName } from '../../values/patterns.ts'
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
      {...(options.pattern && attributes[options.pattern])}
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

const attributes: { readonly [P in PatternName]?: InputHTMLAttributes<HTMLInputElement> } = {
  personName: { autoCapitalize: 'words' },
  code: { autoCapitalize: 'characters', className: 'short' },
  username: { autoCapitalize: 'none' },
  academicYear: { inputMode: 'numeric', className: 'short' },
  time: { inputMode: 'numeric', className: 'short' },
  postalCode: { autoCapitalize: 'characters', className: 'short' },
  colorOnLight: { className: 'short' },
  colorOnDark: { className: 'short' },
  iban: { autoCapitalize: 'characters' },
  website: { type: 'url', inputMode: 'url' },
  documentNumber: { autoCapitalize: 'characters', className: 'short' },
}
