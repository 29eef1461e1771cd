/** A file. Written as the id of a staged file, returned as `/api/files/<id>`. */
import { type BaseSpec, type FieldType, type KnownKeysOnly, typedSpec } from '../../field-type.ts'
import { type UploadOptions, uploadOptionsShape } from '../../upload-options.ts'
import { uuidSchema } from '../../value-schemas.ts'

type Spec = BaseSpec<'file', UploadOptions>

const make = <const O extends UploadOptions>(options: KnownKeysOnly<O, UploadOptions>) =>
  typedSpec<BaseSpec<'file', O>, string>({ type: 'file', options })

export const file: FieldType<Spec, typeof make> = {
  make,
  options: uploadOptionsShape,
  family: 'file',
  traits: ['listColumn', 'wideInput'],
  edits: [],
  column: () => ({ type: 'uuid', refersTo: 'file' }),
  schema: () => uuidSchema(),
  sample: {
    field: make({ accept: ['pdf'], optional: true }),
    refused: ['00000000-0000-7000-8000-000000000000', 'file.unknown'],
  },
  example: () => null,
}
