/** Creates files such as users and attackers send, and multipart bodies with them. */
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A part of a multipart body. */
export interface MultipartPart {
  readonly field?: string
  readonly name?: string
  readonly type?: string
  readonly bytes: Buffer
}

export const multipartBoundary = 'matricola-test-boundary'

export function buildMultipart(
  ...parts: (MultipartPart | readonly [field: string, text: string])[]
): Buffer {
  const chunks = parts.flatMap((part) => {
    if ('length' in part)
      return [
        Buffer.from(
          `--${multipartBoundary}\r\nContent-Disposition: form-data; name="${part[0]}"\r\n\r\n${part[1]}\r\n`,
        ),
      ]
    const { field = 'image', name = 'photo.png', type = 'image/png', bytes } = part
    const head = `--${multipartBoundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
    return [Buffer.from(head), bytes, Buffer.from('\r\n')]
  })
  return Buffer.concat([...chunks, Buffer.from(`--${multipartBoundary}--\r\n`)])
}

export const blankImage = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
export const jpegBytes = (bytes: Promise<Buffer> = blankImage().jpeg().toBuffer()) => bytes

/** An image of exactly this many bytes, padded with noise in a PNG chunk that decoders skip. */
export async function pngOfSize(total: number): Promise<Buffer> {
  const plain = await blankImage().png().toBuffer()
  const end = plain.subarray(-12)
  const length = total - plain.length - 12
  const type = Buffer.from('prVt')
  const data = randomBytes(length)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(length)
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(Buffer.concat([type, data])))
  return Buffer.concat([plain.subarray(0, -12), size, type, data, crc, end])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let i = 0; i < 8; i += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

/**
 * A PNG whose header declares the given size. It compresses well because it has a single colour.
 */
export function pngDeclaringSize(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const line = Buffer.alloc(1 + Math.ceil(width / 8))
  const rows = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 400) }, () => line)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
