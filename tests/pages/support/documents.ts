/** Files as applicants have them, and what jsdom lacks to show them. */
import { vi } from 'vitest'

// jsdom shows no blobs and opens no dialogs.
URL.createObjectURL ??= () => 'blob:shown'
URL.revokeObjectURL ??= () => {}
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}

const bytes = (text: string) => Buffer.from(text, 'latin1')
const padded = (start: string, size: number, end = '') => bytes(start + ' '.repeat(Math.max(0, size - start.length - end.length)) + end)

export const jpeg = (name: string, size = 2000) => new File([padded('\xFF\xD8\xFF\xE0', size)], name, { type: 'image/jpeg' })
export const pdf = (name: string, size = 2000) =>
  new File([padded('%PDF-1.7\n', size, 'startxref\n9\n%%EOF')], name, { type: 'application/pdf' })
export const nonsense = (name: string, type: string, size = 200) => new File([padded('not what it says', size)], name, { type })

/** Plays the drawing of pictures: the result has as many bytes as asked for. */
export const redrawnTo = (size: number) => vi.fn(async () => new Blob([padded('\xFF\xD8\xFF\xE0', size)], { type: 'image/jpeg' }))
