import { DateInput } from '#src/fields/date-input.tsx'
import { formatNumericDate } from '#src/fields/date-text.ts'
import type { FieldTypeComponents } from '#src/fields/field-type-components.ts'
import { currentLanguage } from '#src/i18n.ts'

export const components: FieldTypeComponents<'date'> = {
  Input: DateInput,
  Value: ({ value }) => <time dateTime={String(value)}>{formatNumericDate(String(value), currentLanguage())}</time>,
}
