import type { PartsOf } from '#src/fields/face.ts'
import { controlProps } from '#src/fields/input.ts'
import type { ownParts } from '../resources/parts.ts'

export const ownFieldParts: PartsOf<typeof ownParts> = {
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
