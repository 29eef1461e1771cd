import type { Sharp } from 'sharp'
import { AppError } from '#model/errors.ts'
import { turns } from '../turns.ts'
import type { FileKind } from './image-kind.ts'

/** The decoder, loaded with the first picture: its library is large. */
async function loadDecoder() {
  const { default: sharp } = await import('sharp')
  // Only these three are ever decoded, whatever else the library could (S-10.7).
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
let decoder: ReturnType<typeof loadDecoder> | undefined

const avatarPixels = 512
const documentPixels = 4000
const maxPixels = 25e6
const maxSide = 16_000
const maxSeconds = 10
/** A progressive picture has some ten scans; each costs a pass over all of it. */
const maxScans = 60

/** The picture as WebP of 512 by 512, cut to the middle, without metadata. Throws `upload.unsupported`, `server.busy`. */
export const encodeAvatar = (bytes: Uint8Array, kind: FileKind): Promise<Buffer> =>
  decoded(bytes, kind, (image) => image.resize(avatarPixels, avatarPixels, { fit: 'cover' }).webp({ quality: 82 }))

/**
 * The picture as JPEG of at most 4000 by 4000, without metadata. Throws `upload.unsupported`, `server.busy`. Finding the
 * shortest code would take twice the time (26 ms in place of 13 for a photo of two megapixels) for files of some 8 to 20 %
 * less, and before a deadline time is what runs out.
 */
export const encodeDocument = (bytes: Uint8Array, kind: FileKind): Promise<Buffer> =>
  decoded(bytes, kind, (image) =>
    image
      .resize(documentPixels, documentPixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85, optimizeCoding: false }),
  )

/** A stored logo as JPEG that is small enough for every page and mail, and sharp at twice the 40 pixels at which it is shown. */
export const encodeSmallLogo = (bytes: Uint8Array): Promise<Buffer> =>
  decoded(bytes, 'jpeg', (image) => image.resize(640, 80, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 85 }))

/** Decodes a picture and encodes it anew: what was hidden in it or appended to it is gone. As many at a time as there are cores, less one (S-5.4). */
async function decoded(bytes: Uint8Array, kind: FileKind, shape: (image: Sharp) => Sharp): Promise<Buffer> {
  if (kind === 'pdf' || isMoving(bytes, kind) || scansOf(bytes, kind) > maxScans) throw new AppError('upload.unsupported')
  const done = await inTurn(async () => {
    decoder ??= loadDecoder()
    const sharp = await decoder
    try {
      const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      const { width = 0, height = 0, pages = 1, format } = await image.metadata()
      if (format !== kind || pages > 1 || Math.max(width, height) > maxSide || width < 1 || height < 1) return null
      return await shape(image.rotate().timeout({ seconds: maxSeconds })).toBuffer()
    } catch {
      // Whatever the decoder cannot read is not an image of an accepted kind.
      return null
    }
  })
  if (!done) throw new AppError('upload.unsupported')
  return done
}

/** Pictures that move: an APNG says so before its first image data, a WebP in its header. */
function isMoving(bytes: Uint8Array, kind: FileKind): boolean {
  const head = Buffer.from(bytes.subarray(0, 65_536)).toString('latin1')
  if (kind === 'png') return head.includes('acTL') && head.indexOf('acTL') < head.indexOf('IDAT')
  return kind === 'webp' && head.startsWith('VP8X', 12) && (head.charCodeAt(20) & 0x02) !== 0
}

function scansOf(bytes: Uint8Array, kind: FileKind): number {
  if (kind !== 'jpeg') return 0
  let scans = 0
  for (let at = 0; at + 1 < bytes.length; at += 1) if (bytes[at] === 0xff && bytes[at + 1] === 0xda) scans += 1
  return scans
}

/** A picture takes a core for some 100 ms; at a deadline many come at once. */
const inTurn = turns({ maxWaiting: 64, maxWaitMs: 20_000 })
