/** Files such as applicants have, and fakes for browser features that jsdom lacks. */

import { buildPdf } from '@matricola/testing/build-pdf.ts'
import { vi } from 'vitest'

// jsdom has no object URLs and does not open dialogs.
URL.createObjectURL ??= () => 'blob:shown'
URL.revokeObjectURL ??= () => {}
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}

/** A JPEG of 2 × 2 pixels and a PNG of one pixel, as small as possible. */
const smallJpeg = Buffer.from(
  '/9j/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4' +
    '+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAA' +
    'AAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCICsL/2Q==',
  'base64',
)
const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWMwTjsDAAI1AWbfj2mEAAAAAElFTkSuQmCC',
  'base64',
)

const bytes = (text: string) => Buffer.from(text, 'latin1')
/** A valid JPEG of the given size: decoders ignore bytes after the end marker. */
const pictureOf = (size: number) =>
  Buffer.concat([smallJpeg, Buffer.alloc(size - smallJpeg.length)])
const padded = (start: string, size: number) =>
  bytes(start + ' '.repeat(Math.max(0, size - start.length)))

export const jpegFile = (name: string, size = 2000) =>
  new File([pictureOf(size)], name, { type: 'image/jpeg' })
export const pngFile = (name: string) => new File([smallPng], name, { type: 'image/png' })
export const pdfFile = (name: string, size = 2000) =>
  new File([new Uint8Array(buildPdf({ size }))], name, { type: 'application/pdf' })
export const mislabelledFile = (name: string, type: string, size = 200) =>
  new File([padded('not what it says', size)], name, { type })

/** Fakes the resizing of images. The result has the given size in bytes. */
export const fakeResizeTo = (size: number) =>
  vi.fn(async () => new Blob([pictureOf(size)], { type: 'image/jpeg' }))
