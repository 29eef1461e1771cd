import { countriesIn } from '#src/countries.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { controlProps, type InputProps } from './input.ts'

/** A country by its name in the person's language; its two letters are what is stored. */
export function CountryInput(props: InputProps<'text'>) {
  const { t, language } = usePageText()
  const value = typeof props.value === 'string' ? props.value : ''
  return (
    <select {...controlProps(props)} className="input" value={value} onChange={(event) => props.onChange(event.target.value || null)}>
      {(!props.required || value === '') && <option value="">{t(props.required ? 'fields.choose' : 'fields.none')}</option>}
      {countriesIn(language).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
