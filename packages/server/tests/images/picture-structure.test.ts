import { randomBytes } from 'node:crypto'
import { blankImage, pngDeclaringSize, pngOfSize } from '@matricola/testing/uploads.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { findPictureError } from '../../images/picture-structure.ts'

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

describe('the structure of a picture, checked before it is stored', () => {
  test.each<[string, 'jpeg' | 'png' | 'webp', () => Promise<Buffer>]>([
    ['a JPEG', 'jpeg', () => noise(300, 200).jpeg().toBuffer()],
    ['a progressive JPEG', 'jpeg', () => noise(300, 200).jpeg({ progressive: true }).toBuffer()],
    [
      'a JPEG with restart markers and a thumbnail in its metadata',
      'jpeg',
      () =>
        noise(90, 70)
          .withExif({ IFD0: { Copyright: '\u00ff\u00d9' } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'a JPEG with bytes after its end',
      'jpeg',
      async () => Buffer.concat([await noise(30, 20).jpeg().toBuffer(), randomBytes(500)]),
    ],
    ['a PNG', 'png', () => noise(300, 200).png().toBuffer()],
    ['a PNG with a palette', 'png', () => noise(30, 20).png({ palette: true }).toBuffer()],
    ['a PNG of 2 MB', 'png', () => pngOfSize(2_097_152)],
    ['a WebP', 'webp', () => blankImage().webp().toBuffer()],
  ])('%s is valid', async (_, kind, make) => {
    expect(findPictureError(await make(), kind)).toBeNull()
  })

  test('a picture that is truncated anywhere is damaged', async () => {
    for (const kind of ['jpeg', 'png'] as const) {
      const original = await noise(120, 80)[kind]().toBuffer()
      for (let length = 12; length < original.length - 1; length += 97)
        expect([kind, length, findPictureError(original.subarray(0, length), kind)]).toEqual([
          kind,
          length,
          'damaged',
        ])
    }
  })

  test('a picture with too many pixels or too long a side is rejected', () => {
    expect(findPictureError(pngDeclaringSize(30_000, 30_000), 'png')).toBe('tooManyPixels')
    expect(findPictureError(pngDeclaringSize(1, 16_001), 'png')).toBe('tooManyPixels')
  })

  test('a randomly damaged picture is accepted or rejected quickly, without an error', async () => {
    const originals = {
      jpeg: await noise(120, 80).jpeg().toBuffer(),
      png: await noise(120, 80).png().toBuffer(),
    }
    for (const kind of ['jpeg', 'png'] as const)
      for (let i = 0; i < 400; i += 1) {
        const bytes = Buffer.from(originals[kind])
        for (let change = 0; change < 8; change += 1)
          bytes[8 + Math.floor(Math.random() * (bytes.length - 8))] = Math.floor(
            Math.random() * 256,
          )
        expect([null, 'damaged', 'tooManyPixels', 'animated', 'tooComplex']).toContain(
          findPictureError(bytes, kind),
        )
      }
  })
})
