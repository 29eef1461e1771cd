import { controlProps, type InputProps } from '#src/fields/input.ts'
import { usePageText } from '#src/fields/page-text.ts'

/** A switch that says in words how it stands. */
export function BooleanInput(props: InputProps<'boolean'>) {
  const { t } = usePageText()
  return (
    <span className="switch">
      <input
        {...controlProps({ ...props, required: false })}
        type="checkbox"
        role="switch"
        checked={props.value === true}
        aria-checked={props.value === true}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span aria-hidden="true">{t(props.value === true ? 'fields.yes' : 'fields.no')}</span>
    </span>
  )
}
