/** Reads text that is typed or pasted into a grade sheet. */
import { fold } from '../values/folding.ts'
import { highestMark, lowestMark, type MarkResult, type WireGrade } from './grade-sheet.ts'

/** Words for `absent` and `notEligible`, in the language of the page. */
export interface MarkWords {
  readonly absent: readonly string[]
  readonly notEligible: readonly string[]
}

export interface TypedMark {
  readonly result: MarkResult | null
  readonly value: number | null
}

/** Parses a grade: `7.0` is 7. An empty text yields `result: null`. Returns null if it is not a grade, such as `7.5`. */
export function readMark(text: string, words: MarkWords): TypedMark | null {
  const typed = fold(text.trim())
  if (typed === '' || typed === '-') return { result: null, value: null }
  if (words.absent.some((word) => fold(word) === typed)) return { result: 'absent', value: null }
  if (words.notEligible.some((word) => fold(word) === typed)) return { result: 'notEligible', value: null }
  if (!/^\d{1,2}([.,]0+)?$/.test(typed)) return null
  const value = Number.parseInt(typed, 10)
  return value >= lowestMark && value <= highestMark ? { result: 'graded', value } : null
}

/** Text of a grade in its cell. */
export function markText(mark: Pick<WireGrade, 'result' | 'value'> | null, words: MarkWords): string {
  if (mark === null) return ''
  if (mark.result === 'graded') return String(mark.value ?? '')
  return (mark.result === 'absent' ? words.absent : words.notEligible)[0] ?? ''
}

/** A student, with the name and number that pasted rows can contain. */
export interface Named {
  readonly studentId: string
  readonly name: string
  readonly number: string
}

export interface PastedLine {
  /** Line number in the pasted block, starting at 1. */
  readonly line: number
  readonly text: string
  /** Why no student was found for the line. */
  readonly problem: 'unknown' | 'several' | 'repeated' | 'tooMany'
}

export interface Pasted {
  /** Text for each student's cell, not validated. */
  readonly cells: readonly { readonly studentId: string; readonly text: string }[]
  readonly lost: readonly PastedLine[]
}

/** Whether the text has more than one cell. */
export const isBlock = (text: string) => /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ''))

export interface PastedInto {
  readonly rows: readonly Named[]
  readonly from: number
  readonly words: MarkWords
}

/**
 * Reads a pasted block. With one column: grades for the rows from `from` on. With several: the first column identifies the
 * student by matriculation number or name, with first and last name in either order; the last non-empty column is the grade. A
 * heading in the first line is skipped.
 */
export function readPasted(block: string, { rows, from, words }: PastedInto): Pasted {
  const lines = block.replace(/(\r\n|\r|\n)+$/, '').split(/\r\n|\r|\n/)
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  return cells.some((line) => line.length > 1) ? byName(cells, rows, words) : fromRow(cells, rows, from)
}

function fromRow(lines: readonly (readonly string[])[], rows: readonly Named[], from: number): Pasted {
  const placed = lines.map(([text = ''], at) => ({ text, row: rows[from + at], line: at + 1 }))
  return {
    cells: placed.flatMap(({ text, row }) => (row && text !== '' ? [{ studentId: row.studentId, text }] : [])),
    lost: placed.flatMap(({ text, row, line }) => (row || text === '' ? [] : [{ line, text, problem: 'tooMany' as const }])),
  }
}

function byName(lines: readonly (readonly string[])[], rows: readonly Named[], words: MarkWords): Pasted {
  const known = new Map<string, Named[]>()
  for (const row of rows)
    for (const key of new Set([keyOf(row.number), nameKeyOf(row.name)])) known.set(key, [...(known.get(key) ?? []), row])
  const cells: { studentId: string; text: string }[] = []
  const lost: PastedLine[] = []
  const taken = new Set<string>()
  lines.forEach(([who = '', ...rest], at) => {
    const text = rest.findLast((cell) => cell !== '') ?? ''
    if (who === '' && text === '') return
    const found = known.get(keyOf(who)) ?? known.get(nameKeyOf(who)) ?? []
    const [row] = found
    const refuse = (problem: PastedLine['problem']) => lost.push({ line: at + 1, text: [who, ...rest].join(' ').trim(), problem })
    if (!row) {
      if (at > 0 || readMark(text, words) !== null) refuse('unknown')
    } else if (found.length > 1) refuse('several')
    else if (taken.has(row.studentId)) refuse('repeated')
    else if (text !== '') {
      taken.add(row.studentId)
      cells.push({ studentId: row.studentId, text })
    }
  })
  return { cells, lost }
}

const keyOf = (text: string) => fold(text.trim())

/** The parts of a name, folded and sorted, so that their order does not matter. */
const nameKeyOf = (name: string) =>
  fold(name)
    .split(/[\s,]+/)
    .filter(Boolean)
    .sort()
    .join(' ')
