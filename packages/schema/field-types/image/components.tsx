import { ApiImage } from '@matricola/console/fields/api-image.tsx'
import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'
import { UploadInput } from '@matricola/console/fields/upload-input.tsx'

export const components: FieldTypeComponents<'image'> = {
  Input: UploadInput,
  Value: ({ value }) => (
    <ApiImage className="image-value" path={String(value)} alt="" loading="lazy" />
  ),
}
