import type { FieldTypeComponents } from '#src/fields/field-type-components.ts'
import { NumberInput } from '#src/fields/number-input.tsx'
import { numberDisplay } from '#src/fields/number-text.ts'
import { currentLanguage } from '#src/i18n.ts'

export const components: FieldTypeComponents<'integer'> = {
  Input: NumberInput,
  Value: ({ value, spec }) => (spec.options.isYear ? String(value) : numberDisplay(Number(value), currentLanguage(), 0)),
}
