/**
 * Patterns of text fields in declarations: a subset of regular expressions that browser, server and
 * database interpret in the same way. It supports letters, classes, groups, alternatives and
 * repetitions, and always matches the whole text. To prevent catastrophic backtracking, it excludes
 * repetitions of parts that can match in several ways.
 */

/**
 * Text key of the error for a text that does not match the field's pattern, such as
 * `rooms.shapes.code`. Also shown as a hint.
 */
export const shapeKey = (resource: string, name: string) => `${resource}.shapes.${name}`

/** Maximum length of a pattern, and maximum number of ways in which it may match a text. */
const maxPatternLength = 200
const maxWays = 100_000

class PatternError extends Error {}

interface ParsedPattern {
  /** The equivalent in the syntax shared by JavaScript and PostgreSQL. */
  readonly text: string
  /** Upper bound of the ways in which it can match a text. */
  readonly ways: number
}

/**
 * Translates a pattern to the syntax shared by JavaScript and PostgreSQL. `max` is the maximum
 * length of the text. Throws `PatternError`.
 */
function parsePattern(source: string, max: number): ParsedPattern {
  const chars = [...source]
  let at = 0
  if (chars.length === 0) throw new PatternError('it is empty')
  if (chars.length > maxPatternLength)
    throw new PatternError(`it is longer than ${maxPatternLength} characters`)
  const found = alternatives()
  if (at < chars.length) throw new PatternError(`unmatched ) at ${at + 1}`)
  return found

  function alternatives(): ParsedPattern {
    const parts = [sequence()]
    while (chars[at] === '|') {
      at++
      parts.push(sequence())
    }
    return limitWays(
      parts.map(({ text }) => text).join('|'),
      parts.reduce((sum, { ways }) => sum + ways, 0),
    )
  }

  function sequence(): ParsedPattern {
    let [text, ways] = ['', 1]
    while (at < chars.length && chars[at] !== '|' && chars[at] !== ')') {
      const part = repetition(atom())
      text += part.text
      ways *= part.ways
    }
    if (text === '') throw new PatternError(`empty alternative or group at ${at + 1}`)
    return limitWays(text, ways)
  }

  function limitWays(text: string, ways: number): ParsedPattern {
    if (ways > maxWays)
      throw new PatternError(
        'it can match text in too many ways. Narrow the limits of its repetitions.',
      )
    return { text, ways }
  }

  function atom(): ParsedPattern {
    const start = at + 1
    const char = chars[at++] ?? ''
    if (char === '(') {
      if (chars[at] === '?') {
        if (chars[at + 1] !== ':')
          throw new PatternError(`unsupported group at ${start}. Only (?: …) is supported.`)
        at += 2
      }
      const inner = alternatives()
      if (chars[at++] !== ')') throw new PatternError(`unmatched ( at ${start}`)
      return { ...inner, text: `(?:${inner.text})` }
    }
    if (char === '[') return { text: choice(start), ways: 1 }
    if (char === '.') return { text: '[^\\n]', ways: 1 }
    if (char === '\\') return { text: escapeSequence(start, '\\.+*?()[]{}|/^$'), ways: 1 }
    if ('*+?{}]'.includes(char)) throw new PatternError(`unexpected ${char} at ${start}`)
    if ('^$'.includes(char))
      throw new PatternError(
        `unexpected ${char} at ${start}. Patterns always match the whole text.`,
      )
    return { text: char, ways: 1 }
  }

  function escapeSequence(start: number, allowed: string, digits = '[0-9]'): string {
    const char = chars[at++] ?? ''
    if (char === 'd') return digits
    if (char === '' || !allowed.includes(char))
      throw new PatternError(`unsupported escape \\${char} at ${start}`)
    return `\\${char}`
  }

  function choice(start: number): string {
    let text = '['
    if (chars[at] === '^') text += chars[at++]
    const begin = at
    while (at < chars.length && chars[at] !== ']') {
      const char = chars[at++] ?? ''
      if (char === '[') throw new PatternError(`unexpected [ in a character class at ${at}`)
      if (char === '\\') text += escapeSequence(at, '\\]-^', '0-9')
      else if (char === '-') text += '\\-'
      else if (chars[at] === '-' && chars[at + 1] !== ']' && chars[at + 1] !== undefined) {
        const to = chars[at + 1] ?? ''
        const isRange =
          [/\d/, /[a-z]/, /[A-Z]/].some((kind) => kind.test(char) && kind.test(to)) && char <= to
        if (!isRange)
          throw new PatternError(
            `invalid range ${char}-${to} at ${at}. Use two digits, two lower-case or two upper-case letters in ascending order.`,
          )
        text += `${char}-${to}`
        at += 2
      } else text += char === '^' ? '\\^' : char
    }
    if (at >= chars.length || at === begin)
      throw new PatternError(`empty or unclosed character class at ${start}`)
    at++
    return `${text}]`
  }

  function repetition(part: ParsedPattern): ParsedPattern {
    const [quantifier] = [chars[at] ?? '']
    const [least, most] = limits(quantifier)
    if (least === 1 && most === 1) return part
    const text = `${part.text}${quantifier === '{' ? `{${least}${most === least ? '' : `,${most === Number.POSITIVE_INFINITY ? '' : most}`}}` : quantifier}`
    if (most === 1) return limitWays(text, part.ways + 1)
    if (part.ways > 1)
      throw new PatternError(
        'it repeats a part that can match in several ways, which can cause catastrophic backtracking',
      )
    return limitWays(text, Math.min(most, max) - least + 1)
  }

  function limits(quantifier: string): readonly [least: number, most: number] {
    if (quantifier === '*' || quantifier === '+' || quantifier === '?') {
      at++
      if ('*+?{'.includes(chars[at] ?? ' '))
        throw new PatternError(`unexpected ${quantifier}${chars[at]} at ${at}`)
      return [quantifier === '+' ? 1 : 0, quantifier === '?' ? 1 : Number.POSITIVE_INFINITY]
    }
    if (quantifier !== '{') return [1, 1]
    const [match, from = '', comma, to] =
      /^\{(\d{1,3})(,(\d{0,3}))?\}/.exec(chars.slice(at).join('')) ?? []
    if (match === undefined)
      throw new PatternError(
        `invalid repetition at ${at + 1}. Use {from,to} with up to three digits each.`,
      )
    at += match.length
    const [least, most] = [
      Number(from),
      comma === undefined ? Number(from) : to ? Number(to) : Number.POSITIVE_INFINITY,
    ]
    if (least > most || most === 0) throw new PatternError(`invalid repetition ${match}`)
    if ('*+?{'.includes(chars[at] ?? ' '))
      throw new PatternError(`unexpected ${match}${chars[at]} at ${at}`)
    return [least, most]
  }
}

/** Returns the reason why the pattern is not accepted, as a phrase; undefined if it is accepted. */
export function findPatternMistake(source: string, max: number): string | undefined {
  try {
    parsePattern(source, max)
    return undefined
  } catch (error) {
    if (error instanceof PatternError) return error.message
    throw error
  }
}

/**
 * The anchored regular expression for both engines. Throws `PatternError` if the pattern is not
 * accepted.
 */
export const anchoredPattern = (source: string, max: number): string =>
  `^(?:${parsePattern(source, max).text})$`

const compiledPatterns = new Map<string, RegExp>()

export function matchesPattern(text: string, source: string, max: number): boolean {
  let expression = compiledPatterns.get(source)
  if (!expression) {
    expression = new RegExp(anchoredPattern(source, max), 'u')
    compiledPatterns.set(source, expression)
  }
  return expression.test(text)
}
