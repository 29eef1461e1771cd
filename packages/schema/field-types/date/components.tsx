import { DateInput } from '@matricola/console/fields/date-input.tsx'
import { formatNumericDate } from '@matricola/console/fields/date-text.ts'
import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'

export const components: FieldTypeComponents<'date'> = {
  Input: DateInput,
  Value: ({ value }) => (
    <time dateTime={String(value)}>{formatNumericDate(String(value), currentLanguage())}</time>
  ),
}
