import { countriesIn } from '@matricola/console/countries.ts'
import type { InputProps } from '@matricola/console/fields/input.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Select } from '@matricola/console/kit/select.tsx'
import { useState } from 'react'
import { fold } from '../../values/folding.ts'

/** Selects a country by its name in the user's language. The two-letter code is stored. */
export function CountryInput(props: InputProps<'text'>) {
  const { t, language } = usePageText()
  const [search, setSearch] = useState('')
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : null
  const countries = countriesIn(language).map(({ code, name }) => ({ value: code, label: name }))
  const none = props.required ? [] : [{ value: '', label: t('fields.none') }]
  const found = [...none, ...countries].filter(({ label }) => fold(label).includes(fold(search)))
  return (
    <Select
      {...props}
      value={value}
      title={countries.find((country) => country.value === value)?.label}
      options={found}
      onChange={(code) => props.onChange(code || null)}
      onSearch={setSearch}
      note={found.length === 0 ? t('fields.noOptions') : ''}
      placeholder={t('fields.choose')}
    />
  )
}
