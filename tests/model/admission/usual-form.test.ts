import { expect, test } from 'vitest'
import { askedItems, factsWithAnswers } from '#resources/admission/form-answers.ts'
import { publicationIssues } from '#resources/admission/form-checks.ts'
import {
  type FormContent,
  type FormItem,
  formContentSchema,
  itemsOf,
} from '#resources/admission/form-content.ts'
import { type FormApplicant, formFactsOf } from '#resources/admission/form-facts.ts'
import { usualForm } from '#resources/admission/usual-form.ts'
import { languages } from '#resources/languages.ts'
import { copyItem, orderConflict, readersOf } from '#src/screens/application-forms/content-edits.ts'
import { withoutUnknownConditions } from '#src/screens/application-forms/version-differences.ts'

const applicant: FormApplicant = {
  ...{ identityType: 'cnp', citizenship: 'RO', birthDate: '2005-02-03', lastDay: '2027-07-15' },
  ...{ fundingPreferences: ['budget'], placeKindId: null },
  programmes: [{ id: 'law', cycle: 'bachelor', departmentProfileId: 'faculty' }],
}
const idOf = (key: string) => itemsOf(usualForm).find((item) => item.key === key)?.id ?? ''
/** Answers by key; those of choices are facts, or the text of an option in English. */
function answersOf(values: { readonly [key: string]: string }) {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const item = itemsOf(usualForm).find((one) => one.key === key)
      const option =
        item && 'options' in item
          ? item.options.find(({ fact, label }) => fact === value || label.en === value)?.id
          : undefined
      return [idOf(key), option ?? value]
    }),
  )
}
const asked = (of: Partial<FormApplicant>, values: { readonly [key: string]: string }) =>
  askedItems(usualForm, formFactsOf({ ...applicant, ...of }), answersOf(values)).map(
    ({ item, label }) => (item.type === 'file' ? label.en : item.key),
  )

const usual = ['entry', 'diplomaCountry']
test('a Romanian with a Romanian diploma is asked for nothing more', () => {
  expect(asked({}, {})).toEqual(usual)
  expect(asked({}, { entry: 'firstYear', diplomaCountry: 'RO' })).toEqual(usual)
})

test.each<[string, Partial<FormApplicant>, { readonly [key: string]: string }, string[]]>([
  [
    'from the EU with a diploma in German',
    { citizenship: 'DE', identityType: 'eu_id' },
    { diplomaCountry: 'DE', diplomaLanguage: 'other', recognition: 'I have the document' },
    [
      ...usual,
      ...['diplomaLanguage', 'Certified translation of your diploma', 'recognition'],
      ...['CNRED certificate of recognition', 'Certificate of Romanian'],
    ],
  ],
  [
    'from outside the EU with a passport and a diploma in French',
    { citizenship: 'TN', identityType: 'passport' },
    { diplomaCountry: 'TN', diplomaLanguage: 'fr', recognition: 'Not yet' },
    [...usual, 'diplomaLanguage', 'recognition', 'foreignPlaces', 'Certificate of Romanian'],
  ],
  [
    'from outside the EU with a CNP, who needs a passport',
    { citizenship: 'MD' },
    { diplomaCountry: 'MD', diplomaLanguage: 'ro', recognition: 'I have the document' },
    [
      ...[...usual, 'diplomaLanguage', 'recognition', 'Letter of acceptance of the ministry'],
      ...['foreignPlaces', 'Passport: the page with the photo'],
    ],
  ],
  [
    'under 18',
    { birthDate: '2010-01-02' },
    { diplomaCountry: 'RO' },
    [...usual, 'guardianName', 'guardianPhone', 'Consent of your parents or guardian'],
  ],
  [
    'who transfers',
    {},
    { entry: 'transfer', diplomaCountry: 'RO' },
    ['entry', 'previousUniversity', 'diplomaCountry'],
  ],
])('an applicant %s is asked for what this applicant needs', (_, of, values, expected) => {
  expect(asked(of, values)).toEqual(expected)
})

test('the letter of acceptance replaces the recognition for citizens of other countries', () => {
  const labelFor = (citizenship: string) =>
    askedItems(
      usualForm,
      formFactsOf({ ...applicant, citizenship }),
      answersOf({ diplomaCountry: 'UA' }),
    ).find(({ item }) => item.key === 'recognition')?.label.en
  expect([labelFor('RO'), labelFor('DE'), labelFor('UA')]).toEqual([
    'Recognition of your studies',
    'Recognition of your studies',
    'Letter of acceptance',
  ])
})

test('answers supply facts for fees, if their question is asked', () => {
  const facts = formFactsOf(applicant)
  const after = (values: { readonly [key: string]: string }) =>
    factsWithAnswers(usualForm, facts, answersOf(values))
  expect(facts).toMatchObject({ entry: null, diplomaCountry: null, diplomaLanguage: null })
  expect(
    after({ entry: 'secondDegree', diplomaCountry: 'MD', diplomaLanguage: 'ro' }),
  ).toMatchObject({ entry: 'secondDegree', diplomaCountry: 'MD', diplomaLanguage: 'ro' })
  expect(after({ diplomaCountry: 'RO', diplomaLanguage: 'other' })).toMatchObject({
    diplomaCountry: 'RO',
    diplomaLanguage: null,
  })
  expect(after({ entry: 'constructor' })).toMatchObject({ entry: null })
})

test('it can be published in each language, and has no text that applicants would miss', () => {
  for (const language of languages)
    expect(
      publicationIssues({ content: usualForm, published: null, language, ruleReads: [] }),
    ).toEqual([])
})

const withItems = (items: readonly FormItem[]): FormContent => ({
  pages: [{ id: 'p_page01', title: { en: 'Page' }, items: [...items] }],
})

test('a condition can read a fact only after the question that supplies it', () => {
  const [supplier, reader] = ['entry', 'previousUniversity'].map(
    (key) => itemsOf(usualForm).find((item) => item.key === key) as FormItem,
  ) as [FormItem, FormItem]
  const codes = (content: FormContent) =>
    publicationIssues({ content, published: null, language: 'en', ruleReads: [] }).map(
      ({ code }) => code,
    )
  expect(codes(withItems([supplier, reader]))).toEqual([])
  expect(codes(withItems([reader, supplier]))).toEqual(['admissionForm.conditionUnknown'])
  expect(orderConflict(withItems([reader, supplier]))).toEqual({ reader, read: supplier })
  expect(readersOf(withItems([supplier, reader]), supplier.id)).toEqual([reader])
  expect(itemsOf(withoutUnknownConditions(withItems([reader])))[0]?.asks).toBeUndefined()
})

test('only one question supplies a fact, so a copy does not', () => {
  const supplier = itemsOf(usualForm).find(({ key }) => key === 'diplomaCountry') as FormItem
  const repeated = { ...supplier, id: 'q_other1', key: 'otherCountry' } as FormItem
  expect(formContentSchema.safeParse(withItems([supplier, repeated])).success).toBe(false)
  const copy = copyItem(withItems([supplier]), supplier)
  expect(formContentSchema.safeParse(withItems([supplier, copy])).success).toBe(true)
})
