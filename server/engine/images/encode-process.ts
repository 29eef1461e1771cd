/** Program of the process that decodes pictures: whatever a picture does to its decoder, only this process suffers. */
import sharp, { type Sharp } from 'sharp'
import type { EncodeAnswer, Picture, PictureShape } from '../ports/picture-encoder.ts'

// Only these three are ever decoded, whatever else the library could (S-10.7).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.concurrency(1)
sharp.cache(false)

const avatarPixels = 512
const documentPixels = 4000
const maxPixels = 25e6
const maxSide = 16_000
/** Time of the processor, which a busy machine does not use up: a good picture takes less than one. */
const maxCpuSeconds = 10

/**
 * Finding the shortest code of a document would take twice the time (26 ms in place of 13 for a photo of two megapixels) for
 * files of some 8 to 20 % less.
 */
const shapes: { readonly [S in PictureShape]: (image: Sharp) => Sharp } = {
  avatar: (image) => image.resize(avatarPixels, avatarPixels, { fit: 'cover' }).webp({ quality: 82 }),
  document: (image) =>
    image
      .resize(documentPixels, documentPixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85, optimizeCoding: false }),
  // Sharp at twice the 40 pixels at which it is shown.
  smallLogo: (image) => image.resize(640, 80, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 85 }),
}

process.on('message', (picture: Picture) => void answer(picture))
// The program that started it is gone, in whatever way.
process.on('disconnect', () => process.exit())

async function answer(picture: Picture): Promise<void> {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1e6 > maxCpuSeconds) process.send?.({ isUnreadable: true } satisfies EncodeAnswer, () => process.exit())
  }, 200)
  const said: EncodeAnswer = await encoded(picture).then(
    (bytes) => (bytes ? { bytes } : { isUnreadable: true }),
    // Whatever the decoder cannot read is not an image of an accepted kind.
    () => ({ isUnreadable: true }),
  )
  clearInterval(watch)
  process.send?.(said)
}

async function encoded({ bytes, kind, shape }: Picture): Promise<Buffer | null> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  const { width = 0, height = 0, pages = 1, format } = await image.metadata()
  if (format !== kind || pages > 1 || Math.max(width, height) > maxSide || width < 1 || height < 1) return null
  return await shapes[shape](image.rotate()).toBuffer()
}
