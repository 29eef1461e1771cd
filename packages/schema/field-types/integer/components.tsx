import type { FieldTypeComponents } from '#packages/console/fields/field-type-components.ts'
import { NumberInput } from '#packages/console/fields/number-input.tsx'
import { numberDisplay } from '#packages/console/fields/number-text.ts'
import { currentLanguage } from '#packages/console/i18n.ts'

export const components: FieldTypeComponents<'integer'> = {
  Input: NumberInput,
  Value: ({ value, spec }) => (spec.options.isYear ? String(value) : numberDisplay(Number(value), currentLanguage(), 0)),
}
