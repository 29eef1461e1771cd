import { countryName } from '@matricola/console/countries.ts'
import type {
  FieldTypeComponents,
  ValueProps,
} from '@matricola/console/fields/field-type-components.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'
import { useTranslation } from 'react-i18next'
import { textFormatOf } from '../../text-vocabulary.ts'
import { TextInput } from './input.tsx'

export const components: FieldTypeComponents<'text'> = { Input: TextInput, Value: TextValue }

function TextValue({ value, spec }: ValueProps<'text'>) {
  const { t } = useTranslation('resources')
  const format = textFormatOf(spec)
  if (format)
    return <Words text={format.format(String(value), { language: currentLanguage(), text: t })} />
  return spec.options.pattern === 'country'
    ? countryName(String(value), currentLanguage())
    : String(value)
}

/**
 * A code in words. Lines break only after a comma or before a parenthesis, as in `Mon 08:00–09:50,
 * Wed 10:00–11:50 (odd weeks)`.
 */
function Words({ text }: { readonly text: string }) {
  return text.split(/(, | \()/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    <span key={i} className={/^\S.*\d$/.test(part) ? 'nowrap' : undefined}>
      {part}
    </span>
  ))
}
