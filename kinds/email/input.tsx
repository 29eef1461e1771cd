import { controlProps, type InputProps, textOf } from '#src/fields/input.ts'

/** An e-mail address. Type `text` with the e-mail keyboard: the browser's own check would speak before ours. */
export function EmailInput(props: InputProps<'email'>) {
  return (
    <input
      {...controlProps(props)}
      className="input"
      type="text"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
