/** Decodes text of unknown encoding. */
import type { ImportEncoding } from '@matricola/schema/wire/jobs.ts'
import { unreadableFile } from '../../ports/file-reader.ts'

const marks: readonly [mark: readonly number[], encoding: ImportEncoding][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/**
 * Returns the text without a byte order mark; invalid bytes become U+FFFD. Throws
 * `import.unreadable` for binary content.
 */
export function decode(
  bytes: Uint8Array,
  chosen: ImportEncoding | undefined,
): { text: string; encoding: ImportEncoding } {
  const encoding = chosen ?? encodingOf(bytes)
  const text = decodedAs(encoding, bytes)
  if (text.includes('\0')) throw unreadableFile('table.notText')
  return { text, encoding }
}

/**
 * Windows-1252 characters for the bytes 0x80 to 0x9F, as defined by the WHATWG Encoding Standard.
 * Node 20 decodes these bytes as the control characters of Latin-1.
 */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function decodedAs(encoding: ImportEncoding, bytes: Uint8Array): string {
  const text = new TextDecoder(encoding).decode(bytes)
  if (encoding !== 'windows-1252') return text
  return text.replace(/[\u0080-\u009f]/g, (sign) => windowsSigns.charAt(sign.charCodeAt(0) - 0x80))
}

function encodingOf(bytes: Uint8Array): ImportEncoding {
  const byteOrderMark = marks.find(([mark]) => mark.every((byte, i) => bytes[i] === byte))
  return (
    byteOrderMark?.[1] ?? wideEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : narrowEncoding(bytes))
  )
}

/** Detects UTF-16: every other byte is zero, because most of the text is ASCII. */
function wideEncoding(bytes: Uint8Array): ImportEncoding | undefined {
  const head = bytes.subarray(0, 4096)
  const zerosAt = (parity: 0 | 1) => head.filter((byte, i) => i % 2 === parity && byte === 0).length
  const threshold = head.length / 4
  if (zerosAt(1) > threshold && zerosAt(0) === 0) return 'utf-16le'
  return zerosAt(0) > threshold && zerosAt(1) === 0 ? 'utf-16be' : undefined
}

/**
 * Whether the bytes are UTF-8, allowing for some damage. Text in a single-byte encoding rarely
 * contains valid UTF-8 sequences by chance.
 */
function isUtf8(bytes: Uint8Array): boolean {
  let valid = 0
  let invalid = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (byte < 0x80) continue
    const length = sequenceLength(byte)
    const isValid =
      length > 0 &&
      bytes.subarray(index + 1, index + length).every((next) => next >= 0x80 && next < 0xc0) &&
      index + length <= bytes.length
    if (isValid) {
      valid++
      index += length - 1
    } else invalid++
  }
  return invalid === 0 || (valid > 0 && valid >= invalid)
}

/**
 * Returns the length of the UTF-8 sequence that starts with this byte; 0 if the byte starts no
 * multi-byte sequence.
 */
function sequenceLength(first: number): number {
  if (first >= 0xc2 && first < 0xe0) return 2
  if (first >= 0xe0 && first < 0xf0) return 3
  return first >= 0xf0 && first < 0xf5 ? 4 : 0
}

const signs = '„”“’‘–—…€«»§°'
/**
 * Letters that people in Romania use: Romanian, Hungarian, German and French, as far as the
 * encoding contains them.
 */
const central = new Set(`ăâîşţĂÂÎŞŢáéíóöőúüűÁÉÍÓÖŐÚÜŰäÄßç${signs}`)
const western = new Set(`àâçèéêëîïôùûüœæäöüßÀÂÇÈÉÊËÎÏÔÙÛÜÄÖáíóúÁÍÓÚ${signs}`)

const narrowEncodings: readonly [encoding: ImportEncoding, expected: ReadonlySet<string>][] = [
  ['windows-1250', central],
  ['iso-8859-2', central],
  ['windows-1252', western],
]

/** Returns the single-byte encoding with the fewest unexpected letters; on a tie, the first. */
function narrowEncoding(bytes: Uint8Array): ImportEncoding {
  const nonAscii = bytes.filter((byte) => byte >= 0x80).subarray(0, 20_000)
  const candidates = narrowEncodings.map(([encoding, expected]) => {
    const characters = Array.from(decodedAs(encoding, nonAscii))
    return {
      encoding,
      unexpected: characters.filter((character) => !expected.has(character)).length,
    }
  })
  return candidates.reduce((best, next) => (next.unexpected < best.unexpected ? next : best))
    .encoding
}
