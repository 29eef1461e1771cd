import { pictureAt } from '#src/fields/api-picture.ts'
import type { Face } from '#src/fields/face.ts'
import { UploadInput } from '#src/fields/upload-input.tsx'

export const face: Face<'image'> = {
  Input: UploadInput,
  Value: ({ value }) => <img className="image-value" {...pictureAt(String(value))} alt="" loading="lazy" />,
}
