import { phoneInGroups } from '#model/values/phone.ts'
import type { Face } from '#src/fields/face.ts'
import { PhoneInput } from './input.tsx'

export const face: Face<'phone'> = {
  Input: PhoneInput,
  Value: ({ value }) => <span className="unbroken">{phoneInGroups(String(value))}</span>,
}
