/**
 * Prepares uploaded images as the background task does, and builds images whose damage only the
 * decoder detects.
 */
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Context } from '@matricola/server/context.ts'
import { prepareFiles } from '@matricola/server/services/prepare-files.ts'
import { blankImage, pngDeclaringSize } from '@matricola/testing/uploads.ts'
import { testedApp } from './tested-app.ts'

/** Prepares all waiting images and returns the number that were processed. */
export const prepareAllFiles = (context: Context) =>
  prepareFiles(context, testedApp.packs.noteUnreadable)

/** A PNG with a valid structure and invalid image data. */
export function createDamagedPng(): Buffer {
  const head = pngDeclaringSize(40, 30).subarray(0, 33)
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  return Buffer.concat([
    head,
    chunk('IDAT', deflateSync(randomBytes(40))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A JPEG with a valid structure and random bytes in its tables. */
export async function createDamagedJpeg(): Promise<Buffer> {
  const bytes = Buffer.from(await blankImage(200, 200).jpeg().toBuffer())
  const table = bytes.indexOf(Buffer.from([0xff, 0xc4]))
  randomBytes(20).copy(bytes, table + 5)
  return bytes
}
