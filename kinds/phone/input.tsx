import { controlProps, type InputProps, textOf } from '#src/fields/input.ts'

/** A phone number as people write it; the check turns it into its full form. */
export function PhoneInput(props: InputProps<'phone'>) {
  return (
    <input
      {...controlProps(props)}
      className="input"
      type="tel"
      autoComplete="off"
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
