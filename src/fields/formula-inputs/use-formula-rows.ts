import { numberText, parseNumber } from '@matricola/console/fields/number-text.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { useRef, useState } from 'react'
import { type GradeNumber, type RowFormat, unfinishedText } from './row-formats.ts'

/** Decimals of a typed weight or minimum. */
const maxTypedDecimals = 10

export interface FormulaRow {
  readonly key: string
  /** The chosen grade; empty if none. */
  readonly name: string
  /** The number as typed. */
  readonly typed: string
}

interface FormulaState {
  /** The value of the field that the rows stand for. */
  readonly text: string
  readonly isText: boolean
  readonly rows: readonly FormulaRow[]
}

interface FormulaRowsOptions {
  readonly value: unknown
  readonly format: RowFormat
  readonly grades: readonly string[]
  readonly language: Language
  /** Whether an empty value has an empty row, because the field is required. */
  readonly required: boolean
  readonly onChange: (value: string | null) => void
}

/**
 * The rows of a formula, as typed, or its text. They are kept while they stand for the field's
 * value. A value that was set elsewhere replaces them.
 */
export function useFormulaRows(options: FormulaRowsOptions) {
  const { format, grades, language, required, onChange } = options
  const value = typeof options.value === 'string' ? options.value : ''
  const addedCount = useRef(0)
  const [kept, setKept] = useState<FormulaState | null>(null)

  const readRows = (text: string): readonly FormulaRow[] | null => {
    if (text === '') return required ? [{ key: 'first', name: '', typed: '' }] : []
    const found = format.read(text)
    if (found === null || !found.every(({ name }) => grades.includes(name))) return null
    return found.map(({ name, number }) => ({
      key: name,
      name,
      typed: numberText(number, language, maxTypedDecimals),
    }))
  }
  const stateOf = (text: string): FormulaState => {
    const rows = readRows(text)
    return { text, isText: rows === null, rows: rows ?? [] }
  }
  const state = kept?.text === value ? kept : stateOf(value)

  /** Returns the number of a row; null if it is missing or invalid. */
  const numberOf = ({ typed }: FormulaRow): number | null => {
    const number = parseNumber(typed.replace(/%\s*$/, ''), language, maxTypedDecimals)
    return typeof number === 'number' && format.isValid(number) ? number : null
  }
  const completeRows = (rows: readonly FormulaRow[]): readonly GradeNumber[] =>
    rows.flatMap((row) => {
      const number = numberOf(row)
      return row.name === '' || number === null ? [] : [{ name: row.name, number }]
    })

  function change(next: FormulaState) {
    setKept(next)
    onChange(next.text === '' ? null : next.text)
  }
  function setRows(rows: readonly FormulaRow[]) {
    const complete = completeRows(rows)
    const text =
      rows.length === 0
        ? ''
        : complete.length === rows.length
          ? format.print(complete)
          : unfinishedText(format, complete)
    change({ text, isText: false, rows })
  }
  return {
    ...state,
    complete: completeRows(state.rows),
    canBeRows: readRows(state.text) !== null,
    numberOf,
    setText: (text: string) => change({ text, isText: true, rows: [] }),
    writeAsText: () => setKept({ ...state, isText: true, rows: [] }),
    editAsRows: () => setKept(stateOf(state.text)),
    changeRow: (key: string, changes: Partial<FormulaRow>) =>
      setRows(state.rows.map((row) => (row.key === key ? { ...row, ...changes } : row))),
    /** Adds a row, and returns its key. */
    addRow(typed: string): string {
      addedCount.current += 1
      const key = `added-${addedCount.current}`
      setRows([...state.rows, { key, name: '', typed }])
      return key
    },
    removeRow: (key: string) => setRows(state.rows.filter((row) => row.key !== key)),
  }
}
