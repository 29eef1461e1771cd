import type { FieldComponentsOf } from '@matricola/console/fields/field-type-components.ts'
import { controlProps } from '@matricola/console/fields/input.ts'
import type { customFieldComponentUses } from '../resources/field-components.ts'

export const customFieldComponents: FieldComponentsOf<typeof customFieldComponentUses> = {
  stars: {
    Input: (props) => (
      <input
        {...controlProps(props)}
        type="range"
        min={1}
        max={5}
        value={Number(props.value ?? 1)}
        onChange={(event) => props.onChange(event.target.valueAsNumber)}
      />
    ),
    Value: ({ value }) => '★'.repeat(Number(value)),
  },
}
