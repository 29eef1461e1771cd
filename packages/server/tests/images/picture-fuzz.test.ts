import { randomBytes } from 'node:crypto'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { buildProcess } from '@matricola/testing/databases.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createDecoders } from '../../images/encoder.ts'
import { findPictureError } from '../../images/picture-structure.ts'

const hidden = 'HIDDEN-BEHIND-THE-PICTURE'

/** A seeded random generator, so that failures can be reproduced. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/**
 * Damages the file: changes bytes, moves or removes a part, or writes a wrong length to a header.
 */
function damaged(original: Buffer, number: (below: number) => number): Buffer {
  const bytes = Buffer.from(original)
  const way = number(4)
  if (way === 0)
    for (let change = 0; change <= number(12); change += 1)
      bytes[8 + number(bytes.length - 8)] = number(256)
  if (way === 1)
    bytes.copy(
      bytes,
      8 + number(bytes.length - 200),
      number(bytes.length - 200),
      number(bytes.length),
    )
  if (way === 2) {
    const from = 20 + number(bytes.length - 40)
    return Buffer.concat([
      bytes.subarray(0, from),
      bytes.subarray(Math.min(bytes.length, from + 1 + number(60))),
    ])
  }
  if (way === 3) bytes.writeUInt16BE(number(65_536), 2 + number(Math.min(60, bytes.length - 4)))
  return bytes
}

test('the renderer survives any damaged picture, and outputs only re-encoded pictures', async () => {
  const raw = { width: 160, height: 120, channels: 3 } as const
  const noise = () => sharp(randomBytes(raw.width * raw.height * 3), { raw })
  const originals = {
    jpeg: Buffer.concat([await noise().jpeg().toBuffer(), Buffer.from(hidden)]),
    png: await noise()
      .withExif({ IFD0: { Copyright: hidden } })
      .png()
      .toBuffer(),
    webp: await noise()
      .withExif({ IFD0: { Copyright: hidden } })
      .webp()
      .toBuffer(),
  }
  const { encodePicture: encode } = createDecoders(
    buildProcess('packages/server/images/encode-process.ts'),
  )
  const ends = { refusedAtOnce: 0, unreadable: 0, prepared: 0 }
  const number = numbersFrom(20_261_124)
  for (const kind of ['jpeg', 'png', 'webp'] as const)
    for (let round = 0; round < 120; round += 1) {
      const bytes = damaged(originals[kind], number)
      if (findPictureError(bytes, kind)) {
        ends.refusedAtOnce += 1
        continue
      }
      const answer = await encode({ bytes, kind, shape: 'document' }).catch(
        (error: unknown) => error,
      )
      if (Buffer.isBuffer(answer)) {
        expect(answer.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
        expect(answer.includes(hidden)).toBe(false)
        ends.prepared += 1
      } else {
        expect(answer).toBeInstanceOf(AppError)
        ends.unreadable += 1
      }
    }
  // Every outcome occurred.
  for (const count of Object.values(ends)) expect(count).toBeGreaterThan(5)
  const sound = await encode({ bytes: originals.jpeg, kind: 'jpeg', shape: 'document' })
  expect((await sharp(sound).metadata()).width).toBe(raw.width)
})
