/** Spelling of calendars by RFC 5545, for whoever writes one. */

/** A calendar of these lines, which its programs can open. */
export const calendarOf = (product: string, lines: readonly string[]) => {
  const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//Matricola//${product}//EN`, 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH', ...lines]
  return `${[...all, 'END:VCALENDAR'].map(folded).join('\r\n')}\r\n`
}

/** An instant. */
export const utcStamp = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Text with the signs that would end it or part it. */
export const escapedText = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')

const mostBytes = 75

/** A line of at most 75 bytes, which goes on behind a space; no letter is cut in two. */
function folded(line: string): string {
  const parts: string[] = []
  let [part, bytes] = ['', 0]
  for (const letter of line) {
    const size = bytesOf(letter)
    if (bytes + size > mostBytes) {
      parts.push(part)
      // The space that a continued line begins with counts.
      ;[part, bytes] = ['', 1]
    }
    part += letter
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

/** Length of a letter in UTF-8. */
function bytesOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
