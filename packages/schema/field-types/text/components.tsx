import { countryName } from '@matricola/console/countries.ts'
import type { FieldTypeComponents, ValueProps } from '@matricola/console/fields/field-type-components.ts'
import { openingHoursText } from '@matricola/console/fields/opening-hours-text.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'
import { useTranslation } from 'react-i18next'
import { TextInput } from './input.tsx'

export const components: FieldTypeComponents<'text'> = { Input: TextInput, Value: TextValue }

function TextValue({ value, spec: { options } }: ValueProps<'text'>) {
  const { t } = useTranslation('resources')
  if (options.displayAs === 'hours') return <Hours text={openingHoursText(String(value), t)} />
  return options.pattern === 'country' ? countryName(String(value), currentLanguage()) : String(value)
}

/** Hours in words. Lines break only between two intervals or before `(odd weeks)`. */
function Hours({ text }: { readonly text: string }) {
  return text.split(/(, | \()/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    <span key={i} className={/^\S.*\d$/.test(part) ? 'nowrap' : undefined}>
      {part}
    </span>
  ))
}
