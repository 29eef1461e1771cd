/** Formatters of the platform, made once for each language and options. Making one takes a hundred times as long as using it. */

const memoizeFormat = <O, F>(make: (language: string, options?: O) => F) => {
  const made = new Map<string, F>()
  return (language: string, options?: O): F => {
    const key = `${language} ${JSON.stringify(options)}`
    const known = made.get(key)
    if (known) return known
    const format = make(language, options)
    made.set(key, format)
    return format
  }
}

export const numberFormat = memoizeFormat<Intl.NumberFormatOptions, Intl.NumberFormat>((...how) => new Intl.NumberFormat(...how))
export const dateFormat = memoizeFormat<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>((...how) => new Intl.DateTimeFormat(...how))
