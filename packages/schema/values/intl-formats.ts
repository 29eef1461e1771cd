/**
 * `Intl` formatters, created once for each language and options. Creating one takes a hundred times
 * as long as using it.
 */

const memoizeFormat = <O, F>(make: (language: string, options?: O) => F) => {
  const cache = new Map<string, F>()
  return (language: string, options?: O): F => {
    const key = `${language} ${JSON.stringify(options)}`
    const cached = cache.get(key)
    if (cached) return cached
    const format = make(language, options)
    cache.set(key, format)
    return format
  }
}

/** Computes a fact about a language once. */
export function memoizeByLanguage<T>(find: (language: string) => T): (language: string) => T {
  const cache = new Map<string, T>()
  return (language) => {
    let found = cache.get(language)
    if (found === undefined) {
      found = find(language)
      cache.set(language, found)
    }
    return found
  }
}

export const numberFormat = memoizeFormat<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (...args) => new Intl.NumberFormat(...args),
)
export const dateFormat = memoizeFormat<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (...args) => new Intl.DateTimeFormat(...args),
)
