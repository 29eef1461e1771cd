/** Conditions of application forms that can never hold, and the reasons against a publication. */
import { expect, test } from 'vitest'
import { isPossible } from '#resources/admission/condition-possible.ts'
import { publicationIssues } from '#resources/admission/form-checks.ts'
import type { FormContent, FormItem } from '#resources/admission/form-content.ts'
import { formFacts } from '#resources/admission/form-facts.ts'

const none: ReadonlySet<string> = new Set()

test.each([
  ['a value that the fact can have', { degree: { eq: 'bachelor' } }, true],
  [
    'two values at once',
    { and: [{ degree: { eq: 'bachelor' } }, { degree: { eq: 'master' } }] },
    false,
  ],
  ['an age between two limits', { age: { gt: 17, lt: 19 } }, true],
  ['an age between neighbouring numbers', { age: { gt: 17, lt: 18 } }, false],
  ['an age above the maximum', { age: { gt: 150 } }, false],
  ['no age', { age: { isNull: true } }, true],
  ['two programmes', { and: [{ programmes: { has: 'a' } }, { programmes: { has: 'b' } }] }, true],
  [
    'a programme and not that programme',
    { and: [{ programmes: { has: 'a' } }, { not: { programmes: { has: 'a' } } }] },
    false,
  ],
  ['another country', { citizenship: { ne: 'RO' } }, true],
  ['one of two branches', { or: [{ age: { gt: 150 } }, { isMinor: { eq: true } }] }, true],
])('%s', (_, condition, expected) => {
  expect(isPossible(condition, formFacts, none)).toBe(expected)
})

const text = (id: string, changes: object = {}): FormItem =>
  ({
    id,
    key: id.replace('_', ''),
    type: 'text',
    max: 40,
    label: { ro: id },
    required: true,
    ...changes,
  }) as FormItem
const formOf = (...items: readonly FormItem[]): FormContent => ({
  pages: [{ id: 'p_about1', title: { ro: 'Despre' }, items: [...items] }],
})
const issuesOf = (content: FormContent) =>
  publicationIssues({ content, published: null, language: 'ro' }).map(({ code, params }) => [
    code,
    params?.part,
  ])

test('a question that can never be asked is named, and those that depend on its answer', () => {
  expect(
    issuesOf(
      formOf(
        text('q_first1', { asks: { age: { gt: 150 } } }),
        text('q_secnd1', { asks: { q_first1: { eq: 'yes' } } }),
        text('q_third1', { asks: { q_first1: { isNull: true } } }),
        text('q_forth1', { required: { age: { lt: 0 } } }),
      ),
    ),
  ).toEqual([
    ['admissionForm.neverAsked', 'q_first1'],
    ['admissionForm.neverAsked', 'q_secnd1'],
    ['admissionForm.neverRequired', 'q_forth1'],
  ])
})

test('a missing title names the page', () => {
  expect(issuesOf({ pages: [{ id: 'p_about1', title: {}, items: [text('q_first1')] }] })).toEqual([
    ['admissionForm.titleMissing', 'p_about1'],
  ])
})
