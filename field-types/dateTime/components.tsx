import { DateTimeInput } from '#src/fields/date-input.tsx'
import { dateTimeText, shortDateTimeText } from '#src/fields/date-text.ts'
import type { FieldTypeComponents, ValueProps } from '#src/fields/field-type-components.ts'
import { currentLanguage } from '#src/i18n.ts'

export const components: FieldTypeComponents<'dateTime'> = { Input: DateTimeInput, Value: Instant }

function Instant({ value, isShort }: ValueProps<'dateTime'>) {
  const full = dateTimeText(String(value), currentLanguage())
  const shown = isShort ? shortDateTimeText(String(value), currentLanguage()) : full
  return (
    <time className="unbroken" dateTime={String(value)} title={shown === full ? undefined : full}>
      {shown}
    </time>
  )
}
