/**
 * Checks the structure of a picture by its headers, without decoding it, to reject incomplete and
 * oversized files early.
 */
import type { FileKind } from '@matricola/schema/values/file-kind.ts'
import type { UploadError } from '@matricola/schema/wire/errors.ts'

const maxPixels = 25e6
const maxSide = 16_000
/**
 * A normal progressive JPEG has about ten scans. Each scan requires a pass over the whole picture.
 */
const maxScans = 60

type PictureKind = Exclude<FileKind, 'pdf'>

/**
 * Returns the reason why a file cannot be a complete still picture of an accepted size; null if it
 * may be one.
 */
export function findPictureError(bytes: Uint8Array, kind: PictureKind): UploadError | null {
  return errorFinders[kind](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

const errorFinders: { readonly [K in PictureKind]: (bytes: Buffer) => UploadError | null } = {
  png: findPngError,
  jpeg: findJpegError,
  webp: findWebpError,
}

function findSizeError(width: number, height: number): UploadError | null {
  if (width < 1 || height < 1) return 'damaged'
  return Math.max(width, height) > maxSide || width * height > maxPixels ? 'tooManyPixels' : null
}

/**
 * Walks through the chunks up to the last. An animated PNG is marked as such before its first image
 * data.
 */
function findPngError(bytes: Buffer): UploadError | null {
  let hasData = false
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(offset)
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    if (offset + 12 + length > bytes.length) return 'damaged'
    if (offset === 8) {
      if (type !== 'IHDR' || length !== 13) return 'damaged'
      const error = findSizeError(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
      if (error) return error
    }
    if (type === 'acTL' && !hasData) return 'animated'
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData ? null : 'damaged'
    offset += 12 + length
  }
  return 'damaged'
}

/** Markers without a length. */
const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
/** Markers of a frame, which contains the size. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Walks through the segments and scans up to the end of the image, ignoring anything after it. */
function findJpegError(bytes: Buffer): UploadError | null {
  let frames = 0
  let scans = 0
  for (let offset = 2; ; ) {
    const start = bytes.indexOf(0xff, offset)
    if (start === -1 || start + 1 >= bytes.length) return 'damaged'
    const marker = bytes[start + 1] ?? 0
    offset = start + 1
    // Padding before a marker, an escaped 0xFF in data, or a restart marker.
    if (marker === 0xff) continue
    offset += 1
    if (marker === 0x00 || isStandalone(marker)) continue
    if (marker === 0xd9) return frames === 1 && scans > 0 ? null : 'damaged'
    if (offset + 2 > bytes.length) return 'damaged'
    const length = bytes.readUInt16BE(offset)
    if (length < 2 || offset + length > bytes.length) return 'damaged'
    if (isFrame(marker)) {
      frames += 1
      const error =
        length < 8
          ? 'damaged'
          : findSizeError(bytes.readUInt16BE(offset + 5), bytes.readUInt16BE(offset + 3))
      if (error) return error
    }
    if (marker === 0xda) scans += 1
    if (scans > maxScans) return 'tooComplex'
    offset += length
  }
}

/**
 * An animated WebP is marked as such in the header. The size is checked by the decoder, which reads
 * every WebP before the response.
 */
function findWebpError(bytes: Buffer): UploadError | null {
  return bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0
    ? 'animated'
    : null
}
