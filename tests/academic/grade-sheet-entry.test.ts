import { describe, expect, test } from 'vitest'
import { summarizeGrades } from '#resources/academic/grade-sheet.ts'
import {
  formatGrade,
  isCellBlock,
  parseGrade,
  parsePastedGrades,
} from '#resources/academic/grade-sheet-entry.ts'

const shortcuts = { absent: ['a', 'absent'], notEligible: ['n', 'neeligibil'] }
const rows = [
  { studentId: 's1', name: 'Țîrlea Ștefan', number: 'M-0001' },
  { studentId: 's2', name: 'Pop Ana Maria', number: 'M-0002' },
  { studentId: 's3', name: 'Pop Dan', number: 'M-0003' },
  { studentId: 's4', name: 'Pop Dan', number: 'M-0004' },
]
const paste = (block: string, from = 0) =>
  parsePastedGrades(block, { rows, from, texts: shortcuts })

describe('a typed grade', () => {
  test.each([
    ['10', 'graded', 10],
    [' 7 ', 'graded', 7],
    ['8,00', 'graded', 8],
    ['07', 'graded', 7],
    ['A', 'absent', null],
    ['Absent', 'absent', null],
    ['n', 'notEligible', null],
    ['', null, null],
    ['-', null, null],
  ])('%j is %s %s', (text, result, value) =>
    expect(parseGrade(text, shortcuts)).toEqual({ result, value }),
  )

  test.each(['0', '11', '7.5', '7,5', '100', 'x', '1a', '-3', '1e1'])('%j is not a grade', (text) =>
    expect(parseGrade(text, shortcuts)).toBeNull(),
  )

  test('is shown as it would be typed', () => {
    expect(formatGrade({ result: 'graded', value: 10 }, shortcuts)).toBe('10')
    expect(formatGrade({ result: 'absent', value: null }, shortcuts)).toBe('a')
    expect(formatGrade({ result: 'notEligible', value: null }, shortcuts)).toBe('n')
    expect(formatGrade(null, shortcuts)).toBe('')
  })
})

describe('a pasted column', () => {
  test('fills the rows from the current one on, and leaves a row unchanged if its cell is empty', () => {
    expect(paste('7\n\na\n', 1)).toEqual({
      cells: [
        { studentId: 's2', text: '7' },
        { studentId: 's4', text: 'a' },
      ],
      unplaced: [],
    })
  })

  test('keeps invalid grades in their cells, and lists the lines that have no row', () => {
    expect(paste('11\n9\n8', 2)).toEqual({
      cells: [
        { studentId: 's3', text: '11' },
        { studentId: 's4', text: '9' },
      ],
      unplaced: [{ line: 3, text: '8', problem: 'tooMany' }],
    })
  })

  test('is distinguished from a single grade', () => {
    expect([
      isCellBlock('7'),
      isCellBlock('7\n'),
      isCellBlock('7\n8'),
      isCellBlock('Pop\t8'),
    ]).toEqual([false, false, true, true])
  })
})

describe('two pasted columns', () => {
  test('find students by number or by name, in either order, with or without diacritics', () => {
    expect(paste('stefan tirlea\t9\r\nM-0002\t10\r\nm-0003\ta').cells).toEqual([
      { studentId: 's1', text: '9' },
      { studentId: 's2', text: '10' },
      { studentId: 's3', text: 'a' },
    ])
  })

  test('take the grade from the last column that is filled', () => {
    expect(paste('M-0001\tȚîrlea\tinfo\t6\t').cells).toEqual([{ studentId: 's1', text: '6' }])
  })

  test('list every unknown, repeated or ambiguous line, and skip a heading', () => {
    expect(paste('Student\tNota\nIonescu Vlad\t5\nPop Dan\t6\nM-0001\t7\nM-0001\t8')).toEqual({
      cells: [{ studentId: 's1', text: '7' }],
      unplaced: [
        { line: 2, text: 'Ionescu Vlad 5', problem: 'unknown' },
        { line: 3, text: 'Pop Dan 6', problem: 'several' },
        { line: 5, text: 'M-0001 8', problem: 'repeated' },
      ],
    })
    expect(paste('Ionescu Vlad\tabsent').unplaced).toEqual([
      { line: 1, text: 'Ionescu Vlad absent', problem: 'unknown' },
    ])
  })
})

test('statistics of a sheet truncate the average, exclude absences, and count passes among those present', () => {
  const graded = (value: number) => ({ result: 'graded' as const, value })
  const grades = [
    graded(10),
    graded(9),
    graded(4),
    { result: 'absent' as const, value: null },
    { result: 'notEligible' as const, value: null },
    null,
  ]
  // 23 / 3 is 7.6666…
  expect(summarizeGrades(grades, 5)).toEqual({
    count: 5,
    graded: 3,
    average: 7.66,
    passed: 2,
    passRate: 67,
    absent: 1,
    notEligible: 1,
    missing: 1,
  })
  expect(summarizeGrades([null], 5)).toMatchObject({
    count: 0,
    average: null,
    passRate: null,
    missing: 1,
  })
  expect(summarizeGrades([graded(5)], 6)).toMatchObject({ passed: 0, passRate: 0 })
})
