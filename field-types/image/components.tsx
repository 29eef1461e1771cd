import { imageAttributes } from '#src/fields/api-image.ts'
import type { FieldTypeComponents } from '#src/fields/field-type-components.ts'
import { UploadInput } from '#src/fields/upload-input.tsx'

export const components: FieldTypeComponents<'image'> = {
  Input: UploadInput,
  Value: ({ value }) => <img className="image-value" {...imageAttributes(String(value))} alt="" loading="lazy" />,
}
