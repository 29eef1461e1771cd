/** An image. Like `file`, but the server re-encodes it. */
import { type BaseSpec, type FieldType, type KnownKeysOnly, typedSpec } from '../../field-type.ts'
import { type UploadOptions, uploadOptionsShape } from '../../upload-options.ts'
import { uuidSchema } from '../../value-schemas.ts'

type Spec = BaseSpec<'image', UploadOptions>

const make = <const O extends UploadOptions>(options: KnownKeysOnly<O, UploadOptions>) =>
  typedSpec<BaseSpec<'image', O>, string>({ type: 'image', options })

export const image: FieldType<Spec, typeof make> = {
  make,
  options: uploadOptionsShape,
  family: 'file',
  traits: ['wideInput', 'wideDisplay'],
  edits: [],
  column: () => ({ type: 'uuid', refersTo: 'file' }),
  schema: () => uuidSchema(),
  sample: {
    field: make({ accept: ['jpeg', 'png'], optional: true }),
    refused: ['00000000-0000-7000-8000-000000000000', 'file.unknown'],
  },
  example: () => null,
}
