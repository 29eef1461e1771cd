/**
 * Random definitions of forms and answers, with names that mean something to JavaScript, to JSON or
 * to the database: each is refused, or stays as it is.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedItems, validateAnswers } from '#resources/admission/form-answers.ts'
import { publicationIssues } from '#resources/admission/form-checks.ts'
import { type FormContent, formContentSchema } from '#resources/admission/form-content.ts'
import { formFactsOf } from '#resources/admission/form-facts.ts'
import { hostileAnswers, hostileContent } from '#tests/support/hostile-forms.ts'

const facts = formFactsOf({
  identityType: 'cnp',
  citizenship: 'RO',
  birthDate: '2008-05-04',
  programmes: [{ id: 'p', cycle: 'bachelor', departmentProfileId: 'd' }],
  fundingPreferences: [],
  placeKindId: null,
  lastDay: '2026-07-20',
})
const runs = { numRuns: 2000 }

/** The content as the server stores it: null if it is refused. */
function accept(content: unknown): FormContent | null {
  const result = formContentSchema.safeParse(content)
  return result.success ? result.data : null
}

test('a definition is refused or stays as it is when it is stored and read', () => {
  let accepted = 0
  fc.assert(
    fc.property(hostileContent, (content) => {
      const stored = accept(content)
      if (!stored) return
      accepted += 1
      expect(accept(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
      expect(
        publicationIssues({
          content: stored,
          published: stored,
          language: 'ro',
          ruleReads: [],
        }).every(({ code }) => code.startsWith('admissionForm.')),
      ).toBe(true)
    }),
    runs,
  )
  // Otherwise the other half of the property would be empty.
  expect(accepted).toBeGreaterThan(runs.numRuns / 10)
})

test('answers are refused with an issue each, or stay as they are when they are validated again', () => {
  let accepted = 0
  fc.assert(
    fc.property(hostileContent, hostileAnswers, (content, answers) => {
      const stored = accept(content)
      if (!stored) return
      const asked = askedItems(stored, facts, answers).map(({ item }) => item.id)
      const checked = validateAnswers(stored, facts, answers)
      for (const name of Object.getOwnPropertyNames(answers))
        if (!asked.includes(name)) expect(Object.hasOwn(checked.issues, name)).toBe(true)
      expect(Object.keys(checked.answers).every((name) => asked.includes(name))).toBe(true)
      if (Object.keys(checked.issues).length > 0) return
      accepted += 1
      expect(validateAnswers(stored, facts, JSON.parse(JSON.stringify(checked.answers)))).toEqual(
        checked,
      )
    }),
    runs,
  )
  expect(accepted).toBeGreaterThan(0)
})
