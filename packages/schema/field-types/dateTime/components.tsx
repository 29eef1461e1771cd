import { DateTimeInput } from '@matricola/console/fields/date-input.tsx'
import { dateTimeText, shortDateTimeText } from '@matricola/console/fields/date-text.ts'
import type {
  FieldTypeComponents,
  ValueProps,
} from '@matricola/console/fields/field-type-components.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'

export const components: FieldTypeComponents<'dateTime'> = { Input: DateTimeInput, Value: Instant }

function Instant({ value, isShort }: ValueProps<'dateTime'>) {
  const fullText = dateTimeText(String(value), currentLanguage())
  const displayed = isShort ? shortDateTimeText(String(value), currentLanguage()) : fullText
  return (
    <time
      className="nowrap"
      dateTime={String(value)}
      title={displayed === fullText ? undefined : fullText}
    >
      {displayed}
    </time>
  )
}
