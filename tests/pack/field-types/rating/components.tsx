import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'
import { controlProps } from '@matricola/console/fields/input.ts'

export const components: FieldTypeComponents<'rating'> = {
  Input: (props) => (
    <input
      {...controlProps(props)}
      type="range"
      min={1}
      max={props.spec.options.stars}
      value={Number(props.value ?? 1)}
      onChange={(event) => props.onChange(event.target.valueAsNumber)}
    />
  ),
  Value: ({ value, spec }) => `${value}/${spec.options.stars}`,
}
