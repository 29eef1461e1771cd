/** A file. Written as the id of a staged file, returned as `/api/files/<id>`. */
import { type Base, type Kind, made, type Only } from '#model/kind.ts'
import { type UploadOptions, uploadWords } from '#model/upload-options.ts'
import { uuid } from '#model/value-schemas.ts'

type Spec = Base<'file', UploadOptions>

const make = <const O extends UploadOptions>(options: Only<O, UploadOptions>) => made<Base<'file', O>, string>({ kind: 'file', options })

export const file: Kind<Spec, typeof make> = {
  make,
  options: uploadWords,
  family: 'file',
  traits: ['column', 'wide'],
  edits: [],
  column: () => ({ type: 'uuid', refersTo: 'file' }),
  schema: () => uuid(),
  sample: { field: make({ accept: ['pdf'], optional: true }), refused: ['00000000-0000-7000-8000-000000000000', 'file.unknown'] },
  example: () => null,
}
