import type { FieldKind } from '#model/field.ts'
import type { Face } from '#src/fields/face.ts'
import { controlProps } from '#src/fields/input.ts'

export const face: Face<FieldKind> = {
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
}
