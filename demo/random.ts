/** Repeatable random numbers: the same seed gives the same numbers on every machine. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  fraction(): number
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** One of the items. Throws for an empty list. */
  pick<T>(items: readonly T[]): T
  /** An id (UUID v7) for the given time. */
  id(at: number): string
}

/** Creates a generator from a seed (`sfc32`, with a fixed mixing of the seed). */
export function createRandom(seed: number): Random {
  const next = sfc32(seed)
  const fraction = () => next() / 2 ** 32
  const between = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1))
  return {
    fraction,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('the list is empty')
      return item
    },
    id: (at) => {
      const time = Math.floor(at).toString(16).padStart(12, '0')
      const [a, b, c] = [next(), next(), next()].map((word) =>
        word.toString(16).padStart(8, '0'),
      ) as [string, string, string] // three words were mapped
      const variant = ((Number.parseInt(b.slice(0, 1), 16) & 0x3) | 0x8).toString(16)
      return `${time.slice(0, 8)}-${time.slice(8)}-7${a.slice(0, 3)}-${variant}${b.slice(1, 4)}-${c}${b.slice(4)}`
    },
  }
}

function sfc32(seed: number): () => number {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, 0xb7e15162 ^ seed, 1]
  const next = () => {
    const result = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + result
    c |= 0
    return result >>> 0
  }
  for (let i = 0; i < 20; i++) next()
  return next
}
