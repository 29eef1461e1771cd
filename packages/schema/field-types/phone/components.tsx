import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'
import { formatPhone } from '../../values/phone.ts'
import { PhoneInput } from './input.tsx'

export const components: FieldTypeComponents<'phone'> = {
  Input: PhoneInput,
  Value: ({ value }) => <span className="nowrap">{formatPhone(String(value))}</span>,
}
