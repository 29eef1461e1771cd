import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'
import { NumberInput } from '@matricola/console/fields/number-input.tsx'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'

export const components: FieldTypeComponents<'integer'> = {
  Input: NumberInput,
  Value: ({ value, spec }) =>
    spec.options.isYear ? String(value) : numberDisplay(Number(value), currentLanguage(), 0),
}
