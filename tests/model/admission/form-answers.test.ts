import { describe, expect, test } from 'vitest'
import {
  askedItems,
  parseTypedAnswer,
  tableText,
  typedAnswer,
  validateAnswers,
} from '#resources/admission/form-answers.ts'
import { publicationIssues } from '#resources/admission/form-checks.ts'
import {
  type FormContent,
  type FormItem,
  formContentSchema,
} from '#resources/admission/form-content.ts'
import { type FormApplicant, formFactsOf } from '#resources/admission/form-facts.ts'
import { hasOnlyFormAnswers, pickFormAnswers } from '#resources/application-form.ts'

const applicant: FormApplicant = {
  identityType: 'cnp',
  citizenship: 'RO',
  birthDate: '2008-09-15',
  programmes: [
    { id: 'law', cycle: 'bachelor', departmentProfileId: 'faculty' },
    { id: 'letters', cycle: 'bachelor', departmentProfileId: 'other' },
  ],
  fundingPreferences: ['budget', 'fee'],
  placeKindId: null,
  lastDay: '2026-09-14',
}
const label = { en: 'Question' }
const first: FormItem = { id: 'q_first1', key: 'first', type: 'boolean', label, required: true }
const second: FormItem = {
  id: 'q_secon1',
  key: 'second',
  type: 'text',
  max: 10,
  label,
  asks: { q_first1: { eq: true } },
  required: false,
}
const third: FormItem = {
  id: 'q_third1',
  key: 'third',
  type: 'integer',
  min: 0,
  max: 9,
  label,
  asks: { q_secon1: { isNull: false } },
  required: { programmes: { has: 'law' } },
}
const content: FormContent = {
  pages: [{ id: 'p_page01', title: label, items: [first, second, third] }],
}
const facts = formFactsOf(applicant)
const askedIds = (answers: object) =>
  askedItems(content, facts, { ...answers }).map(({ item }) => item.id)

test('the age is that on the last day of applications', () => {
  expect(facts).toMatchObject({ age: 17, isMinor: true })
  expect(formFactsOf({ ...applicant, lastDay: '2026-09-15' })).toMatchObject({
    age: 18,
    isMinor: false,
  })
  expect(formFactsOf({ ...applicant, birthDate: '' })).toMatchObject({ age: null, isMinor: false })
})

test.each([
  ['RO', 'ro'],
  ['FR', 'eu'],
  ['CH', 'eu'],
  ['NO', 'eu'],
  ['MD', 'other'],
  ['GB', 'other'],
])('citizens of %s are in the group %s', (citizenship, group) => {
  expect(formFactsOf({ ...applicant, citizenship }).citizenshipGroup).toBe(group)
})

test('a question is asked if its condition holds for facts and earlier answers', () => {
  expect(askedIds({})).toEqual(['q_first1'])
  expect(askedIds({ q_first1: true })).toEqual(['q_first1', 'q_secon1'])
  expect(askedIds({ q_first1: true, q_secon1: 'x' })).toEqual(['q_first1', 'q_secon1', 'q_third1'])
})

test('an answer that is asked no longer counts as absent for later questions', () => {
  expect(askedIds({ q_first1: false, q_secon1: 'x' })).toEqual(['q_first1'])
})

test('whether an answer is required can depend on the applicant', () => {
  const answers = { q_first1: true, q_secon1: 'x' }
  expect(validateAnswers(content, facts, answers).issues).toEqual({
    q_third1: [{ code: 'required' }],
  })
  const elsewhere = formFactsOf({ ...applicant, programmes: applicant.programmes.slice(1) })
  expect(validateAnswers(content, elsewhere, answers)).toEqual({ answers, issues: {} })
})

const item = (shape: Partial<FormItem>) => ({ ...first, ...shape }) as FormItem

test.each([
  ['integer', '12', 12],
  ['integer', '1,5', '1,5'],
  ['decimal', '-1,25', -1.25],
  ['grade', ' 9.5 ', 9.5],
  ['grade', 'nine', 'nine'],
  ['boolean', 'false', false],
  ['set', 'o_a o_b', ['o_a', 'o_b']],
  ['country', 'ro', 'RO'],
  ['longText', '  ', undefined],
])('for the type %s, the typed text "%s" becomes %s', (type, typed, answer) => {
  const limits = { min: 0, max: 100, scale: 2, options: [] }
  expect(parseTypedAnswer(item({ ...limits, type } as Partial<FormItem>), typed)).toEqual(answer)
})

describe('a table', () => {
  const studies = {
    id: 'q_studi1',
    key: 'studies',
    type: 'table',
    label,
    required: true,
    rows: 2,
    columns: [
      { id: 'c_schoo1', label, required: true, type: 'text', max: 10 },
      { id: 'c_grade1', label, required: false, type: 'grade' },
      {
        id: 'c_level1',
        label,
        required: false,
        type: 'choice',
        options: [{ id: 'o_bache1', label }],
      },
    ],
  } as const satisfies FormItem
  const form: FormContent = { pages: [{ id: 'p_page01', title: label, items: [studies] }] }
  const validate = (rows: unknown) => {
    const { answers, issues } = validateAnswers(form, facts, { q_studi1: rows })
    return issues.q_studi1 ?? answers.q_studi1
  }

  test('is stored without its empty rows and values', () => {
    expect(validate([{}, { c_schoo1: ' UBB ', c_grade1: 9.5, c_level1: null }])).toEqual([
      { c_schoo1: 'UBB', c_grade1: 9.5 },
    ])
    expect(validate([{}, { c_schoo1: '' }])).toEqual([{ code: 'required' }])
    expect(validate([])).toEqual([{ code: 'required' }])
  })

  test('reports the row and the column of each issue', () => {
    expect(
      validate([{ c_grade1: 11 }, { c_schoo1: 'x'.repeat(11), c_level1: 'o_other1', c_other1: 1 }]),
    ).toEqual([
      { code: 'required', params: { row: 1, column: 'c_schoo1' } },
      expect.objectContaining({ params: expect.objectContaining({ row: 1, column: 'c_grade1' }) }),
      { code: 'field.unknown', params: { row: 2, column: 'c_other1' } },
      expect.objectContaining({ params: expect.objectContaining({ row: 2, column: 'c_schoo1' }) }),
      expect.objectContaining({ params: expect.objectContaining({ row: 2, column: 'c_level1' }) }),
    ])
    for (const wrong of ['text', 1, { c_schoo1: 'UBB' }, [{}, {}, { c_schoo1: 'UBB' }]])
      expect(validate(wrong)).toEqual([{ code: 'type.wrong' }])
    expect(validate(['text'])).toEqual([{ code: 'type.wrong', params: { row: 1, column: '' } }])
  })

  test('is typed as rows of text, and keeps empty rows so that issues name the right one', () => {
    const rows = [{}, { c_schoo1: 'UBB', c_grade1: 9.5 }]
    const typed = JSON.stringify([{ c_schoo1: ' ' }, { c_schoo1: 'UBB', c_grade1: '9,5' }])
    expect(parseTypedAnswer(studies, typed)).toEqual(rows)
    expect(parseTypedAnswer(studies, typedAnswer(rows) ?? '')).toEqual(rows)
    expect(parseTypedAnswer(studies, '[{}]')).toBeUndefined()
    expect(parseTypedAnswer(studies, 'not JSON')).toBeUndefined()
    expect(tableText(studies.columns, rows, (_, value) => String(value))).toBe('UBB, 9.5')
  })

  test('is not read by conditions, and its texts and limits are checked', () => {
    const reader = { ...first, id: 'q_read01', key: 'reader', asks: { q_studi1: { eq: 'x' } } }
    const [column] = studies.columns
    const wrong = {
      ...studies,
      columns: [
        { ...column, label: { ro: 'Școala' } },
        { id: 'c_years1', label, required: true, type: 'integer', min: 2, max: 1 },
      ],
    } as const satisfies FormItem
    const issuesOf = (...items: readonly FormItem[]) =>
      publicationIssues({
        content: { pages: [{ id: 'p_page01', title: label, items: [...items] }] },
        published: null,
        language: 'en',
        ruleReads: [],
      }).map(({ code }) => code)
    expect(issuesOf(studies)).toEqual([])
    expect(issuesOf(studies, reader as FormItem)).toEqual(['admissionForm.conditionUnknown'])
    expect(issuesOf(wrong)).toEqual(['admissionForm.textMissing', 'admissionForm.emptyRange'])
    const repeated = { ...studies, columns: [column, column] }
    expect(
      formContentSchema.safeParse({ pages: [{ ...form.pages[0], items: [repeated] }] }).success,
    ).toBe(false)
  })
})

test('a saved draft keeps answers to questions of a form, and drops other unknown names', () => {
  const values = { answers: JSON.stringify({ q_first1: 'true', motivation: 'x' }) }
  expect(hasOnlyFormAnswers(values)).toBe(true)
  expect(pickFormAnswers({ answers: JSON.stringify({ q_first1: 'true', other: 'x' }) })).toEqual({
    answers: JSON.stringify({ q_first1: 'true' }),
  })
})
