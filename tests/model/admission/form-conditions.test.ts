/** Conditions of application forms that can never hold, and the reasons against a publication. */
import { expect, test } from 'vitest'
import { isPossible } from '#resources/admission/condition-possible.ts'
import { fixedItemTexts, itemInWordsFor } from '#resources/admission/form-answers.ts'
import { publicationIssues } from '#resources/admission/form-checks.ts'
import {
  type FormAnswers,
  type FormContent,
  type FormItem,
  formContentSchema,
} from '#resources/admission/form-content.ts'
import { formFacts, formFactsOf } from '#resources/admission/form-facts.ts'

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
  publicationIssues({ content, published: null, language: 'ro', ruleReads: [] }).map(
    ({ code, params }) => [code, params?.part],
  )

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

test('a question that a ranking rule reads has to be there and required', () => {
  const issues = (content: FormContent) =>
    publicationIssues({
      content,
      published: null,
      language: 'ro',
      ruleReads: [{ key: 'qfirst1', programme: 'Drept' }],
    })
  const params = { question: 'qfirst1', programme: 'Drept' }
  expect(issues(formOf(text('q_first1', {})))).toEqual([])
  expect(issues(formOf(text('q_secnd1', {})))).toEqual([
    { code: 'admissionForm.ruleReadsMissing', params },
  ])
  expect(issues(formOf(text('q_first1', { required: false })))).toEqual([
    { code: 'admissionForm.ruleReadsOptional', params: { ...params, part: 'q_first1' } },
  ])
})

test('an item has the texts of the first variant whose condition holds, also if it is not asked', () => {
  const item = text('q_secnd1', {
    asks: { isMinor: { eq: true } },
    help: { ro: 'Ajutor' },
    variants: [
      { when: { q_first1: { eq: 'da' } }, label: { ro: 'După răspuns' } },
      { when: { identityType: { ne: 'cnp' } }, help: { ro: 'Pașaport' } },
    ],
  })
  const content = formOf(text('q_first1', {}), item)
  const shown = (identityType: string, answers: FormAnswers) => {
    const facts = { ...noFacts, identityType }
    const { label, help, variants } = itemInWordsFor(item, content, facts, answers)
    return { label, help, variants }
  }
  expect(shown('cnp', {})).toEqual({ label: item.label, help: item.help })
  expect(shown('passport', {})).toEqual({ label: item.label, help: { ro: 'Pașaport' } })
  expect(shown('passport', { q_first1: 'da' })).toEqual({
    label: { ro: 'După răspuns' },
    help: item.help,
  })
})
test('fields of every application have the texts of the form, and keep others of the program', () => {
  const content: FormContent = {
    ...formOf(text('q_first1', {})),
    fixed: [
      { field: 'phone', help: { ro: 'Cu prefix' } },
      {
        field: 'fileIdCard',
        variants: [
          { when: { q_first1: { eq: 'da' } }, label: { ro: 'Legitimație' } },
          { when: { identityType: { ne: 'cnp' } }, help: { ro: 'Pagina cu fotografia' } },
        ],
      },
    ],
  }
  const shown = (identityType: string, answers: FormAnswers) =>
    fixedItemTexts(content, { ...noFacts, identityType }, answers)
  expect(shown('cnp', {})).toEqual({ phone: { help: { ro: 'Cu prefix' } }, fileIdCard: {} })
  expect(shown('passport', {}).fileIdCard).toEqual({ help: { ro: 'Pagina cu fotografia' } })
  expect(shown('passport', { q_first1: 'da' }).fileIdCard).toEqual({ label: { ro: 'Legitimație' } })
  expect(issuesOf(content)).toEqual([])
})

test('texts of fields read what is known before them, and exist in the language of the university', () => {
  const variants = [{ when: { q_first1: { eq: 'da' } }, label: { ro: 'Telefon' } }]
  const fixed = [
    { field: 'phone', variants },
    { field: 'fileCV', variants },
    { field: 'city', help: { en: 'Without the county' } },
    { field: 'fileIdCard', variants: [{ when: { isMinor: { eq: 'yes' } } }] },
  ]
  expect(issuesOf({ ...formOf(text('q_first1', {})), fixed })).toEqual([
    ['admissionForm.conditionUnknown', 'phone'],
    ['admissionForm.textMissing', 'city'],
    ['admissionForm.conditionInvalid', 'fileIdCard'],
  ])
  expect(formContentSchema.safeParse({ pages: [], fixed }).success).toBe(true)
  for (const wrong of [[{ field: 'grades' }], [{ field: 'phone' }, { field: 'phone' }]])
    expect(formContentSchema.safeParse({ pages: [], fixed: wrong }).success).toBe(false)
})
const noFacts = formFactsOf({
  identityType: 'cnp',
  citizenship: 'RO',
  birthDate: '2008-01-01',
  programmes: [],
  fundingPreferences: [],
  placeKindId: null,
  lastDay: '2026-07-20',
})
