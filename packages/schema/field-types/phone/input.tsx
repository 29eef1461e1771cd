import { controlProps, type InputProps, inputText } from '@matricola/console/fields/input.ts'
import { Input } from '@matricola/console/kit/inputs.tsx'

/** Accepts any common notation; validation converts it to E.164. */
export function PhoneInput(props: InputProps<'phone'>) {
  return (
    <Input
      {...controlProps(props)}
      type="tel"
      autoComplete="off"
      value={inputText(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
