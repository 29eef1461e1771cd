/** Decodes text of unknown encoding. */
import type { ImportEncoding } from '#model/wire/jobs.ts'
import { unreadableFile } from '../../ports/file-reader.ts'

const marks: readonly [mark: readonly number[], encoding: ImportEncoding][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** Returns the text without a byte order mark; invalid bytes become U+FFFD. Throws `import.unreadable` for binary content. */
export function decode(bytes: Uint8Array, chosen: ImportEncoding | undefined): { text: string; encoding: ImportEncoding } {
  const encoding = chosen ?? encodingOf(bytes)
  const text = decodedAs(encoding, bytes)
  if (text.includes('\0')) throw unreadableFile('table.notText')
  return { text, encoding }
}

/**
 * Windows-1252 characters for the bytes 0x80 to 0x9F, as defined by the WHATWG Encoding Standard. Node 20 decodes these bytes as the
 * control characters of Latin-1.
 */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function decodedAs(encoding: ImportEncoding, bytes: Uint8Array): string {
  const text = new TextDecoder(encoding).decode(bytes)
  if (encoding !== 'windows-1252') return text
  return text.replace(/[\u0080-\u009f]/g, (sign) => windowsSigns.charAt(sign.charCodeAt(0) - 0x80))
}

function encodingOf(bytes: Uint8Array): ImportEncoding {
  const marked = marks.find(([mark]) => mark.every((byte, i) => bytes[i] === byte))
  return marked?.[1] ?? wideEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : narrowEncoding(bytes))
}

/** Detects UTF-16: every other byte is zero, because most of the text is ASCII. */
function wideEncoding(bytes: Uint8Array): ImportEncoding | undefined {
  const head = bytes.subarray(0, 4096)
  const zerosAt = (odd: 0 | 1) => head.filter((byte, i) => i % 2 === odd && byte === 0).length
  const many = head.length / 4
  if (zerosAt(1) > many && zerosAt(0) === 0) return 'utf-16le'
  return zerosAt(0) > many && zerosAt(1) === 0 ? 'utf-16be' : undefined
}

/**
 * Whether the bytes are UTF-8, allowing for some damage. Text in a single-byte encoding rarely contains valid UTF-8 sequences by
 * chance.
 */
function isUtf8(bytes: Uint8Array): boolean {
  let sound = 0
  let damaged = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    const length = sequenceLength(byte)
    const isSound =
      length > 0 && bytes.subarray(at + 1, at + length).every((next) => next >= 0x80 && next < 0xc0) && at + length <= bytes.length
    if (isSound) {
      sound++
      at += length - 1
    } else damaged++
  }
  return damaged === 0 || (sound > 0 && sound >= damaged)
}

/** Returns the length of the UTF-8 sequence that starts with this byte; 0 if the byte starts no multi-byte sequence. */
function sequenceLength(first: number): number {
  if (first >= 0xc2 && first < 0xe0) return 2
  if (first >= 0xe0 && first < 0xf0) return 3
  return first >= 0xf0 && first < 0xf5 ? 4 : 0
}

const signs = '„”“’‘–—…€«»§°'
/** Letters that people in Romania use: Romanian, Hungarian, German and French, as far as the encoding has them. */
const central = new Set(`ăâîşţĂÂÎŞŢáéíóöőúüűÁÉÍÓÖŐÚÜŰäÄßç${signs}`)
const western = new Set(`àâçèéêëîïôùûüœæäöüßÀÂÇÈÉÊËÎÏÔÙÛÜÄÖáíóúÁÍÓÚ${signs}`)

const narrow: readonly [encoding: ImportEncoding, expected: ReadonlySet<string>][] = [
  ['windows-1250', central],
  ['iso-8859-2', central],
  ['windows-1252', western],
]

/** Returns the single-byte encoding with the fewest unexpected letters; on a tie, the first. */
function narrowEncoding(bytes: Uint8Array): ImportEncoding {
  const strange = bytes.filter((byte) => byte >= 0x80).subarray(0, 20_000)
  const scored = narrow.map(([encoding, expected]) => {
    const letters = Array.from(decodedAs(encoding, strange))
    return { encoding, surprises: letters.filter((letter) => !expected.has(letter)).length }
  })
  return scored.reduce((best, next) => (next.surprises < best.surprises ? next : best)).encoding
}
