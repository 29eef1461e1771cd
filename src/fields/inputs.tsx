import type { FieldKind } from '#model/field.ts'
import { BooleanInput } from './boolean-input.tsx'
import { ChoiceInput } from './choice-input.tsx'
import { DateInput, DateTimeInput } from './date-input.tsx'
import { EmailInput } from './email-input.tsx'
import type { InputComponent, InputProps } from './input.ts'
import { LongTextInput } from './long-text-input.tsx'
import { ManyInput } from './many-input.tsx'
import { meantField } from './meant-field.ts'
import { NationalIdInput } from './national-id-input.tsx'
import { DecimalInput, IntegerInput, MoneyInput } from './number-input.tsx'
import { PhoneInput } from './phone-input.tsx'
import { ReferenceInput } from './reference-input.tsx'
import { SetInput } from './set-input.tsx'
import { TextInput } from './text-input.tsx'
import { UploadInput } from './upload-input.tsx'

/** Kind table 3 of 3, to write: the control of each kind. A kind without one does not compile. */
export const inputs = {
  text: TextInput,
  longText: LongTextInput,
  integer: IntegerInput,
  decimal: DecimalInput,
  money: MoneyInput,
  boolean: BooleanInput,
  date: DateInput,
  dateTime: DateTimeInput,
  choice: ChoiceInput,
  set: SetInput,
  reference: ReferenceInput,
  many: ManyInput,
  email: EmailInput,
  phone: PhoneInput,
  nationalId: NationalIdInput,
  file: UploadInput,
  image: UploadInput,
  data: ManyInput,
} satisfies { readonly [K in FieldKind]: InputComponent<K> }

/** The control of any field. */
export function FieldInput(given: InputProps) {
  const other = meantField(given.spec, given.values)
  const props = other ? { ...given, ...other } : given
  // The table's entry for the spec's own kind takes exactly this spec.
  const Input = inputs[props.spec.kind] as InputComponent<FieldKind>
  return <Input {...props} />
}
