import { imageAttributes } from '@matricola/console/fields/api-image.ts'
import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'
import { UploadInput } from '@matricola/console/fields/upload-input.tsx'

export const components: FieldTypeComponents<'image'> = {
  Input: UploadInput,
  Value: ({ value }) => <img className="image-value" {...imageAttributes(String(value))} alt="" loading="lazy" />,
}
