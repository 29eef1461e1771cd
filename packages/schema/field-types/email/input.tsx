import { controlProps, type InputProps, inputText } from '@matricola/console/fields/input.ts'
import { Input } from '@matricola/console/kit/inputs.tsx'

/**
 * Uses type `text` with the email keyboard. Type `email` would trigger the browser's own validation
 * before the form's.
 */
export function EmailInput(props: InputProps<'email'>) {
  return (
    <Input
      {...controlProps(props)}
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={inputText(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
