/** An image. Like `file`, but the server re-encodes it. */
import { type Base, type Kind, made, type Only } from '#model/kind.ts'
import { type UploadOptions, uploadWords } from '#model/upload-options.ts'
import { uuid } from '#model/value-schemas.ts'

type Spec = Base<'image', UploadOptions>

const make = <const O extends UploadOptions>(options: Only<O, UploadOptions>) => made<Base<'image', O>, string>({ kind: 'image', options })

export const image: Kind<Spec, typeof make> = {
  make,
  options: uploadWords,
  family: 'file',
  traits: ['wide', 'long'],
  edits: [],
  column: () => ({ type: 'uuid', refersTo: 'file' }),
  schema: () => uuid(),
  sample: { field: make({ accept: ['jpeg', 'png'], optional: true }), refused: ['00000000-0000-7000-8000-000000000000', 'file.unknown'] },
  example: () => null,
}
