import type { InputHTMLAttributes } from 'react'
import { type PatternName, tidiers } from '#model/values/patterns.ts'
import { controlProps, type InputProps, textOf, withCommaBelow } from '#src/fields/input.ts'
import { isMasked, MaskedValue } from '#src/fields/masked-value.tsx'
import { Input } from '#src/kit/inputs.tsx'
import { CountryInput } from './country-input.tsx'

/** One line of text, with the keyboard and the tidying that its pattern asks for. */
export function TextInput(props: InputProps<'text'>) {
  const { options } = props.spec
  if (options.encrypted && isMasked(props.value)) return <MaskedValue {...props} />
  if (options.pattern === 'country') return <CountryInput {...props} />
  const shape = options.pattern ? shapes[options.pattern] : undefined
  return (
    <Input
      {...controlProps(props)}
      spellCheck={false}
      autoComplete="off"
      {...shape?.attributes}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(withCommaBelow(event.target.value))}
      onBlur={(event) => {
        const tidy = shape?.tidy?.(event.target.value.trim())
        if (tidy !== undefined && tidy !== props.value) props.onChange(tidy)
      }}
    />
  )
}

interface Shape {
  readonly attributes?: InputHTMLAttributes<HTMLInputElement>
  readonly tidy?: (text: string) => string
}

const shapes: { readonly [P in Exclude<PatternName, 'country'>]: Shape } = {
  personName: { attributes: { autoCapitalize: 'words' } },
  code: { attributes: { autoCapitalize: 'characters', className: 'short' }, tidy: (text) => text.toUpperCase() },
  username: { attributes: { autoCapitalize: 'none' }, tidy: (text) => text.toLowerCase() },
  academicYear: { attributes: { inputMode: 'numeric', className: 'short' }, tidy: bothYears },
  time: { attributes: { inputMode: 'numeric', className: 'short' }, tidy: fullTime },
  colorOnLight: { attributes: { className: 'short' }, tidy: tidiers.colorOnLight },
  colorOnDark: { attributes: { className: 'short' }, tidy: tidiers.colorOnDark },
  iban: { attributes: { autoCapitalize: 'characters' }, tidy: tidiers.iban },
  website: { attributes: { type: 'url', inputMode: 'url' } },
  documentNumber: { attributes: { autoCapitalize: 'characters', className: 'short' }, tidy: tidiers.documentNumber },
}

/** `2026`, `2026/27` or `2026 2027` as `2026-2027`. */
function bothYears(text: string): string {
  const match = /^(20\d\d)(?:\s*[-/–\s]\s*(\d\d|20\d\d))?$/.exec(text)
  if (!match) return text
  const second = match[2] ?? String(Number(match[1]) + 1)
  return `${match[1]}-${second.length === 2 ? `20${second}` : second}`
}

/** `8`, `800`, `8.00` as `08:00`. */
function fullTime(text: string): string {
  const match = /^(\d{1,2})(?:[:.h\s]?(\d{2}))?$/.exec(text)
  return match ? `${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? '00'}` : text
}
