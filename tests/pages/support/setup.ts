/**
 * Runs before each file of page tests. The files of a worker share a window, the packages they load and the real application
 * (`application.tsx`), which takes longer than most tests; the modules of the pages and of the tests are loaded anew for
 * each, and the window is as it was found.
 */
import { configure, prettyDOM } from '@testing-library/react'
import { vi } from 'vitest'
import { keepSheets, leaveOutStacks } from './packages.ts'
import { forgetStyles, rememberStyles } from './styles.ts'

/** Window parts that tests fill in or replace. */
const replaced: readonly (readonly [object, string])[] = [
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

if (!globalThis.windowAsFound) {
  globalThis.windowAsFound = replaced.map(([holder, name]) => Object.getOwnPropertyDescriptor(holder, name))
  // jsdom brings another, which esbuild and the database of the application refuse.
  globalThis.Uint8Array = Object.getPrototypeOf(Buffer.prototype).constructor
  rememberStyles()
  leaveOutStacks()
  keepSheets()
}
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
// The sheets of Ant Design, which lives as long as the worker, are the same for each file; to read them takes longer than many
// tests. Those outside a layer are of components that a file showed without `Kit`, and jsdom would apply them to other files.
for (const part of [...document.head.children])
  if (!part.matches('style[data-css-hash]') || !/^@(?:layer|keyframes)/.test(part.textContent)) part.remove()
forgetStyles()
document.body.replaceChildren()

configure({
  defaultIgnore: 'script, style, [data-announcer], [data-announcer] *',
  // Pages are loaded when they are first opened, and a busy machine takes its time for that: waiting ends when it has lasted far too long.
  asyncUtilTimeout: 60_000,
  // Printed only where somebody reads it: what is waited for is missing many times before it comes.
  getElementError(message, container) {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    Object.defineProperty(error, 'message', { configurable: true, get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n') })
    return error
  },
})
