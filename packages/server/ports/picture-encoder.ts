/** Re-encoding of uploaded pictures. */
import type { UploadError } from '@matricola/schema/wire/errors.ts'

/**
 * `avatar`: WebP, 512 by 512. `document`: JPEG, at most 4000 by 4000. `smallLogo`: JPEG for page
 * headers.
 */
export type PictureShape = 'avatar' | 'document' | 'smallLogo'

export interface Picture {
  readonly bytes: Uint8Array
  readonly kind: 'jpeg' | 'png' | 'webp'
  readonly shape: PictureShape
}

/** `fault`: the decoder has read the file and rejects it. */
export type EncodeResponse = { readonly bytes: Uint8Array } | { readonly error: UploadError }

/**
 * Re-encodes a picture, which removes metadata and hidden content. Throws `upload.damaged`,
 * `upload.tooManyPixels`, `upload.animated`, `upload.tooComplex`, `server.busy` or `EncoderExited`.
 */
export type PictureEncoder = (picture: Picture) => Promise<Buffer>

/** The decoder process ended before it returned a result. */
export class EncoderExited extends Error {
  override readonly name = 'EncoderGone'
}
