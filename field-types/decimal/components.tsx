import type { FieldTypeComponents } from '#src/fields/field-type-components.ts'
import { NumberInput } from '#src/fields/number-input.tsx'
import { numberDisplay } from '#src/fields/number-text.ts'
import { currentLanguage } from '#src/i18n.ts'

export const components: FieldTypeComponents<'decimal'> = {
  Input: NumberInput,
  Value: ({ value, spec }) => numberDisplay(Number(value), currentLanguage(), spec.options.scale),
}
