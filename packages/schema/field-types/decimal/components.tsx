import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'
import { NumberInput } from '@matricola/console/fields/number-input.tsx'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'

export const components: FieldTypeComponents<'decimal'> = {
  Input: NumberInput,
  Value: ({ value, spec }) => numberDisplay(Number(value), currentLanguage(), spec.options.scale),
}
