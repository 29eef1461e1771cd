/**
 * Runs before each file of page tests. The files of a worker share a window, the packages and the
 * real application (`server.ts`), which takes longer to load than most tests. Modules of
 * pages and tests are reloaded for each file, and the window is reset.
 */
import { configure, prettyDOM } from '@testing-library/react'
import { vi } from 'vitest'
import { disableOwnerStacks, keepStyleSheets } from './packages.ts'
import { ignoredByText, speedUpMatches } from './selectors.ts'
import { cacheStyles, clearStyleCache } from './style-cache.ts'

/** Parts of the window that tests add or replace. */
const originals: readonly (readonly [object, string])[] = [
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
  // A global, because it must outlive the modules of one file.
  var windowAsFound: readonly (PropertyDescriptor | undefined)[] | undefined
}

if (!globalThis.windowAsFound) {
  globalThis.windowAsFound = originals.map(([holder, name]) =>
    Object.getOwnPropertyDescriptor(holder, name),
  )
  // jsdom replaces it with a class that esbuild and the embedded database reject.
  globalThis.Uint8Array = Object.getPrototypeOf(Buffer.prototype).constructor
  cacheStyles()
  disableOwnerStacks()
  keepStyleSheets()
  speedUpMatches()
}
for (const [index, [holder, name]] of originals.entries()) {
  const found = globalThis.windowAsFound[index]
  if (found) Object.defineProperty(holder, name, found)
  else Reflect.deleteProperty(holder, name)
}
// jsdom does not implement `matchMedia`. No query matches, so pages use their layout for wide
// screens.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
  }) as unknown as MediaQueryList

vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
for (const element of [document.documentElement, document.head, document.body])
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
document.head.replaceChildren()
clearStyleCache()
document.body.replaceChildren()

configure({
  defaultIgnore: ignoredByText,
  // Pages load when they are first opened, which is slow on a busy machine. This limit only ends
  // waits that can no longer succeed.
  asyncUtilTimeout: 60_000,
  // Built only when the message is read: a query usually fails many times before it succeeds.
  getElementError(message, container) {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
    })
    return error
  },
})
