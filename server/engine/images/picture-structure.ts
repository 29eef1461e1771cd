/** Structure of a picture as its headers tell it. Nothing is decoded: what cannot be whole and of a sound size is refused at once. */
import type { FileKind } from './image-kind.ts'

const maxPixels = 25e6
const maxSide = 16_000
/** A progressive picture has some ten scans; each costs a pass over all of it. */
const maxScans = 60

/** Tells whether a file of that kind may be a still picture of a size that is taken, whole from its first part to its last. */
export function isSoundPicture(bytes: Uint8Array, kind: Exclude<FileKind, 'pdf'>): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return sound[kind](buffer)
}

const sound: { readonly [K in Exclude<FileKind, 'pdf'>]: (bytes: Buffer) => boolean } = {
  png: isSoundPng,
  jpeg: isSoundJpeg,
  webp: isSoundWebp,
}

const isSoundSize = (width: number, height: number) =>
  width > 0 && height > 0 && Math.max(width, height) <= maxSide && width * height <= maxPixels

/** Chunks one after the other up to the last; one that moves says so before its first image data. */
function isSoundPng(bytes: Buffer): boolean {
  let hasData = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > bytes.length) return false
    if (at === 8 && !(type === 'IHDR' && length === 13 && isSoundSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20)))) return false
    if (type === 'acTL' && !hasData) return false
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData
    at += 12 + length
  }
  return false
}

/** Markers that stand alone, without a length. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
/** Markers of a frame, which tells the size. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Segments, and scans of coded data, up to the end of the image; what stands behind it is another matter. */
function isSoundJpeg(bytes: Buffer): boolean {
  let frames = 0
  let scans = 0
  for (let at = 2; ; ) {
    const start = bytes.indexOf(0xff, at)
    if (start === -1 || start + 1 >= bytes.length) return false
    const marker = bytes[start + 1] ?? 0
    at = start + 1
    // Padding before a marker; a coded 0xFF within data; a restart.
    if (marker === 0xff) continue
    at += 1
    if (marker === 0x00 || isAlone(marker)) continue
    if (marker === 0xd9) return frames === 1 && scans > 0
    if (at + 2 > bytes.length) return false
    const length = bytes.readUInt16BE(at)
    if (length < 2 || at + length > bytes.length) return false
    if (isFrame(marker)) {
      frames += 1
      if (length < 8 || !isSoundSize(bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 3))) return false
    }
    if (marker === 0xda) scans += 1
    if (scans > maxScans) return false
    at += length
  }
}

/** A WebP says in its header that it moves. Its size is told by the decoder, which looks at every WebP before the answer. */
function isSoundWebp(bytes: Buffer): boolean {
  return !(bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0)
}
