/** Formatting of iCalendar files (RFC 5545). */

/** A complete calendar file from content lines. */
export const formatCalendar = (product: string, lines: readonly string[]) => {
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Matricola//${product}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...lines,
  ]
  return `${[...all, 'END:VCALENDAR'].map(foldLine).join('\r\n')}\r\n`
}

/** A UTC date-time, such as `20260701T093000Z`. */
export const utcStamp = (date: Date) => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Escapes TEXT values. */
export const escapeCalendarText = (text: string) =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n')

const maxLineBytes = 75

/** Folds a line into parts of at most 75 bytes, as RFC 5545 requires. Never splits a character. */
function foldLine(line: string): string {
  const parts: string[] = []
  let [part, bytes] = ['', 0]
  for (const character of line) {
    const size = bytesOf(character)
    if (bytes + size > maxLineBytes) {
      parts.push(part)
      // The leading space of a continuation line counts.
      ;[part, bytes] = ['', 1]
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

/** Length of a character in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
