/** Structure of a picture as its headers tell it. Nothing is decoded: what cannot be whole and of a sound size is refused at once. */
import type { FileKind } from '#model/values/file-kind.ts'
import type { FileFault } from '#model/wire/errors.ts'

const maxPixels = 25e6
const maxSide = 16_000
/** A progressive picture has some ten scans; each costs a pass over all of it. */
const maxScans = 60

type PictureKind = Exclude<FileKind, 'pdf'>

/** Why a file of that kind cannot be a still picture of a size that is taken, whole from its first part to its last; null where it may be one. */
export function pictureFault(bytes: Uint8Array, kind: PictureKind): FileFault | null {
  return faultOf[kind](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

const faultOf: { readonly [K in PictureKind]: (bytes: Buffer) => FileFault | null } = { png: pngFault, jpeg: jpegFault, webp: webpFault }

function sizeFault(width: number, height: number): FileFault | null {
  if (width < 1 || height < 1) return 'damaged'
  return Math.max(width, height) > maxSide || width * height > maxPixels ? 'tooManyPixels' : null
}

/** Chunks one after the other up to the last; one that moves says so before its first image data. */
function pngFault(bytes: Buffer): FileFault | null {
  let hasData = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > bytes.length) return 'damaged'
    if (at === 8) {
      if (type !== 'IHDR' || length !== 13) return 'damaged'
      const fault = sizeFault(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
      if (fault) return fault
    }
    if (type === 'acTL' && !hasData) return 'animated'
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData ? null : 'damaged'
    at += 12 + length
  }
  return 'damaged'
}

/** Markers that stand alone, without a length. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
/** Markers of a frame, which tells the size. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Segments, and scans of coded data, up to the end of the image; what stands behind it is another matter. */
function jpegFault(bytes: Buffer): FileFault | null {
  let frames = 0
  let scans = 0
  for (let at = 2; ; ) {
    const start = bytes.indexOf(0xff, at)
    if (start === -1 || start + 1 >= bytes.length) return 'damaged'
    const marker = bytes[start + 1] ?? 0
    at = start + 1
    // Padding before a marker; a coded 0xFF within data; a restart.
    if (marker === 0xff) continue
    at += 1
    if (marker === 0x00 || isAlone(marker)) continue
    if (marker === 0xd9) return frames === 1 && scans > 0 ? null : 'damaged'
    if (at + 2 > bytes.length) return 'damaged'
    const length = bytes.readUInt16BE(at)
    if (length < 2 || at + length > bytes.length) return 'damaged'
    if (isFrame(marker)) {
      frames += 1
      const fault = length < 8 ? 'damaged' : sizeFault(bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 3))
      if (fault) return fault
    }
    if (marker === 0xda) scans += 1
    if (scans > maxScans) return 'tooComplex'
    at += length
  }
}

/** A WebP says in its header that it moves. Its size is told by the decoder, which looks at every WebP before the answer. */
function webpFault(bytes: Buffer): FileFault | null {
  return bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0 ? 'animated' : null
}
