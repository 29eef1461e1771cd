import { DateInput } from '#packages/console/fields/date-input.tsx'
import { formatNumericDate } from '#packages/console/fields/date-text.ts'
import type { FieldTypeComponents } from '#packages/console/fields/field-type-components.ts'
import { currentLanguage } from '#packages/console/i18n.ts'

export const components: FieldTypeComponents<'date'> = {
  Input: DateInput,
  Value: ({ value }) => <time dateTime={String(value)}>{formatNumericDate(String(value), currentLanguage())}</time>,
}
