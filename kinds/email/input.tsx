import { controlProps, type InputProps, textOf } from '#src/fields/input.ts'
import { Input } from '#src/kit/inputs.tsx'

/** An e-mail address. Type `text` with the e-mail keyboard: the browser's own check would speak before ours. */
export function EmailInput(props: InputProps<'email'>) {
  return (
    <Input
      {...controlProps(props)}
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
