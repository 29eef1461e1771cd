/**
 * Runs before each file of page tests. The files of a worker share a window and the packages they load, which takes longer
 * than most tests; the modules of the program and of the tests are loaded anew for each, and the window is as it was found.
 */
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

/** Window parts that tests fill in or replace. */
const replaced: readonly (readonly [object, string])[] = [
  [globalThis, 'Uint8Array'],
  [globalThis, 'createImageBitmap'],
  [window, 'matchMedia'],
  [window, 'scrollTo'],
  [URL, 'createObjectURL'],
  [URL, 'revokeObjectURL'],
  [HTMLCanvasElement.prototype, 'getContext'],
  [HTMLCanvasElement.prototype, 'toBlob'],
  [HTMLDialogElement.prototype, 'showModal'],
  [HTMLDialogElement.prototype, 'close'],
]

declare global {
  // Kept where it outlives the modules of one file.
  var windowAsFound: readonly (PropertyDescriptor | undefined)[] | undefined
}

globalThis.windowAsFound ??= replaced.map(([holder, name]) => Object.getOwnPropertyDescriptor(holder, name))
for (const [index, [holder, name]] of replaced.entries()) {
  const found = globalThis.windowAsFound[index]
  if (found) Object.defineProperty(holder, name, found)
  else Reflect.deleteProperty(holder, name)
}
// jsdom has no window to measure: this one is wide.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as unknown as MediaQueryList

vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
for (const element of [document.documentElement, document.head, document.body])
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
document.head.replaceChildren()
document.body.replaceChildren()

// Pages are loaded when they are first opened, and a busy machine takes its time for that: waiting ends when it has lasted far too long.
configure({
  defaultIgnore: 'script, style, [data-announcer], [data-announcer] *',
  asyncUtilTimeout: 30_000,
})
