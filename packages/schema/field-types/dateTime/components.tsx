import { DateTimeInput } from '#packages/console/fields/date-input.tsx'
import { dateTimeText, shortDateTimeText } from '#packages/console/fields/date-text.ts'
import type { FieldTypeComponents, ValueProps } from '#packages/console/fields/field-type-components.ts'
import { currentLanguage } from '#packages/console/i18n.ts'

export const components: FieldTypeComponents<'dateTime'> = { Input: DateTimeInput, Value: Instant }

function Instant({ value, isShort }: ValueProps<'dateTime'>) {
  const fullText = dateTimeText(String(value), currentLanguage())
  const displayed = isShort ? shortDateTimeText(String(value), currentLanguage()) : fullText
  return (
    <time className="nowrap" dateTime={String(value)} title={displayed === fullText ? undefined : fullText}>
      {displayed}
    </time>
  )
}
