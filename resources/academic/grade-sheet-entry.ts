/** Reads text that is typed or pasted into a grade sheet. */
import { fold } from '@matricola/schema/values/folding.ts'
import { type GradeResult, maxGrade, minGrade, type WireGrade } from './grade-sheet.ts'

/** Words for `absent` and `notEligible`, in the language of the page. */
export interface GradeTexts {
  readonly absent: readonly string[]
  readonly notEligible: readonly string[]
}

export interface TypedGrade {
  readonly result: GradeResult | null
  readonly value: number | null
}

/**
 * Parses a grade: `7.0` is 7. An empty text yields `result: null`. Returns null if it is not a
 * grade, such as `7.5`.
 */
export function parseGrade(text: string, texts: GradeTexts): TypedGrade | null {
  const folded = fold(text.trim())
  if (folded === '' || folded === '-') return { result: null, value: null }
  if (texts.absent.some((word) => fold(word) === folded)) return { result: 'absent', value: null }
  if (texts.notEligible.some((word) => fold(word) === folded))
    return { result: 'notEligible', value: null }
  if (!/^\d{1,2}([.,]0+)?$/.test(folded)) return null
  const value = Number.parseInt(folded, 10)
  return value >= minGrade && value <= maxGrade ? { result: 'graded', value } : null
}

/** Text of a grade in its cell. */
export function formatGrade(
  grade: Pick<WireGrade, 'result' | 'value'> | null,
  texts: GradeTexts,
): string {
  if (grade === null) return ''
  if (grade.result === 'graded') return String(grade.value ?? '')
  return (grade.result === 'absent' ? texts.absent : texts.notEligible)[0] ?? ''
}

/** A student, with the name and number that pasted rows can contain. */
export interface GradeSheetStudent {
  readonly studentId: string
  readonly name: string
  readonly number: string
}

export interface UnplacedLine {
  /** Line number in the pasted block, starting at 1. */
  readonly line: number
  readonly text: string
  /** Reason why no student was found for the line. */
  readonly problem: 'unknown' | 'several' | 'repeated' | 'tooMany'
}

export interface PastedGrades {
  /** Text for each student's cell, not validated. */
  readonly cells: readonly { readonly studentId: string; readonly text: string }[]
  readonly unplaced: readonly UnplacedLine[]
}

/** Whether the text has more than one cell. */
export const isCellBlock = (text: string) => /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ''))

export interface PasteTarget {
  readonly rows: readonly GradeSheetStudent[]
  readonly from: number
  readonly texts: GradeTexts
}

/**
 * Reads a pasted block. A single column contains the grades of the rows from `from` on. If there
 * are several, the first identifies the student by matriculation number or name, with first and
 * last name in either order, and the last non-empty column is the grade. A heading in the first
 * line is skipped.
 */
export function parsePastedGrades(block: string, { rows, from, texts }: PasteTarget): PastedGrades {
  const lines = block.replace(/(\r\n|\r|\n)+$/, '').split(/\r\n|\r|\n/)
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  return cells.some((line) => line.length > 1)
    ? parseByIdentifier(cells, rows, texts)
    : parseFromRow(cells, rows, from)
}

function parseFromRow(
  lines: readonly (readonly string[])[],
  rows: readonly GradeSheetStudent[],
  from: number,
): PastedGrades {
  const entries = lines.map(([text = ''], index) => ({
    text,
    row: rows[from + index],
    line: index + 1,
  }))
  return {
    cells: entries.flatMap(({ text, row }) =>
      row && text !== '' ? [{ studentId: row.studentId, text }] : [],
    ),
    unplaced: entries.flatMap(({ text, row, line }) =>
      row || text === '' ? [] : [{ line, text, problem: 'tooMany' as const }],
    ),
  }
}

function parseByIdentifier(
  lines: readonly (readonly string[])[],
  rows: readonly GradeSheetStudent[],
  texts: GradeTexts,
): PastedGrades {
  const known = new Map<string, GradeSheetStudent[]>()
  for (const row of rows)
    for (const key of new Set([keyOf(row.number), nameKeyOf(row.name)]))
      known.set(key, [...(known.get(key) ?? []), row])
  const cells: { studentId: string; text: string }[] = []
  const unplaced: UnplacedLine[] = []
  const assigned = new Set<string>()
  lines.forEach(([identifier = '', ...rest], index) => {
    const text = rest.findLast((cell) => cell !== '') ?? ''
    if (identifier === '' && text === '') return
    const found = known.get(keyOf(identifier)) ?? known.get(nameKeyOf(identifier)) ?? []
    const [row] = found
    const addUnplaced = (problem: UnplacedLine['problem']) =>
      unplaced.push({ line: index + 1, text: [identifier, ...rest].join(' ').trim(), problem })
    if (!row) {
      if (index > 0 || parseGrade(text, texts) !== null) addUnplaced('unknown')
    } else if (found.length > 1) addUnplaced('several')
    else if (assigned.has(row.studentId)) addUnplaced('repeated')
    else if (text !== '') {
      assigned.add(row.studentId)
      cells.push({ studentId: row.studentId, text })
    }
  })
  return { cells, unplaced }
}

const keyOf = (text: string) => fold(text.trim())

/** The parts of a name, folded and sorted, so that their order does not matter. */
const nameKeyOf = (name: string) =>
  fold(name)
    .split(/[\s,]+/)
    .filter(Boolean)
    .sort()
    .join(' ')
