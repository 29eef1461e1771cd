import { expect, test } from 'vitest'
import { askedItems, parseTypedAnswer, validateAnswers } from '#resources/admission/form-answers.ts'
import type { FormContent, FormItem } from '#resources/admission/form-content.ts'
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

test('a saved draft keeps answers to questions of a form, and drops other unknown names', () => {
  const values = { answers: JSON.stringify({ q_first1: 'true', motivation: 'x' }) }
  expect(hasOnlyFormAnswers(values)).toBe(true)
  expect(pickFormAnswers({ answers: JSON.stringify({ q_first1: 'true', other: 'x' }) })).toEqual({
    answers: JSON.stringify({ q_first1: 'true' }),
  })
})
