import { controlProps, type InputProps, textOf } from '#src/fields/input.ts'
import { Input } from '#src/kit/inputs.tsx'

/** Accepts any common notation; validation converts it to E.164. */
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
