/** Import this first in page tests that start the real application: esbuild and the database insist on Node's own `Uint8Array`, and jsdom brings another. */
globalThis.Uint8Array = Object.getPrototypeOf(Buffer.prototype).constructor

export {}
