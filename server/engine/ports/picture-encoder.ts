/** Pictures, decoded and encoded anew. */
import type { FileFault } from '#model/wire/errors.ts'

/** `avatar`: WebP of 512 by 512; `document`: JPEG of at most 4000 by 4000; `smallLogo`: JPEG for the head of a page. */
export type PictureShape = 'avatar' | 'document' | 'smallLogo'

export interface Picture {
  readonly bytes: Uint8Array
  readonly kind: 'jpeg' | 'png' | 'webp'
  readonly shape: PictureShape
}

/** `fault`: the decoder has looked at all of it, and it is no picture that is taken. */
export type EncodeAnswer = { readonly bytes: Uint8Array } | { readonly fault: FileFault }

/**
 * The picture without metadata and whatever was hidden in it. Throws `upload.damaged`, `upload.tooManyPixels`, `upload.animated`,
 * `upload.tooComplex`, `server.busy`, `EncoderGone`.
 */
export type PictureEncoder = (picture: Picture) => Promise<Buffer>

/** The decoder ended, or was ended, before it had said anything of a picture. */
export class EncoderGone extends Error {
  override readonly name = 'EncoderGone'
}
