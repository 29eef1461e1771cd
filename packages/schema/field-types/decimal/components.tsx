import type { FieldTypeComponents } from '#packages/console/fields/field-type-components.ts'
import { NumberInput } from '#packages/console/fields/number-input.tsx'
import { numberDisplay } from '#packages/console/fields/number-text.ts'
import { currentLanguage } from '#packages/console/i18n.ts'

export const components: FieldTypeComponents<'decimal'> = {
  Input: NumberInput,
  Value: ({ value, spec }) => numberDisplay(Number(value), currentLanguage(), spec.options.scale),
}
