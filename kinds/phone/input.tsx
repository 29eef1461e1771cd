import { controlProps, type InputProps, textOf } from '#src/fields/input.ts'
import { Input } from '#src/kit/inputs.tsx'

/** A phone number as people write it; the check turns it into its full form. */
export function PhoneInput(props: InputProps<'phone'>) {
  return (
    <Input
      {...controlProps(props)}
      type="tel"
      autoComplete="off"
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
