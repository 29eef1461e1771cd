import { evaluate } from '@matricola/schema/predicate.ts'
import { expect, test } from 'vitest'
import { admissionFeeOf, type FeeRule, possibleFees } from '#resources/admission/admission-fee.ts'
import type { FormCondition } from '#resources/admission/form-content.ts'
import { type FormFacts, formFactsOf } from '#resources/admission/form-facts.ts'
import { createCaseRandom } from './allocation/cases.ts'

const applicant = {
  identityType: 'passport',
  citizenship: 'MD',
  birthDate: '2008-03-04',
  programmes: [{ id: 'law', cycle: 'bachelor', departmentProfileId: 'd' }],
  fundingPreferences: ['fee'],
  placeKindId: null,
  lastDay: '2027-07-15',
}
const facts = formFactsOf(applicant)
const isForeign = { citizenshipGroup: { eq: 'other' } }

test('is the amount of the programme if no condition holds, and none if there is no amount', () => {
  const exceptions = [{ when: { citizenshipGroup: { eq: 'ro' } }, amount: 50 }]
  expect(admissionFeeOf({ amount: 120.5, exceptions }, facts)).toBe(120.5)
  expect(admissionFeeOf({ amount: null, exceptions }, facts)).toBe(null)
})

test('is the first exception whose condition holds; zero is no fee', () => {
  const rule: FeeRule = {
    amount: 120,
    exceptions: [
      { when: { isMinor: { eq: true } }, amount: 0 },
      { when: isForeign, amount: 300.25 },
      { when: { identityType: { eq: 'passport' } }, amount: 90 },
    ],
  }
  expect(admissionFeeOf(rule, facts)).toBe(300.25)
  expect(admissionFeeOf(rule, { ...facts, isMinor: true })).toBe(null)
  expect(possibleFees(rule, {})).toEqual([0, 300.25, 90, 120])
  expect(possibleFees(rule, { isMinor: false, citizenshipGroup: 'ro' })).toEqual([90, 120])
  expect(possibleFees(rule, { isMinor: false, citizenshipGroup: 'other' })).toEqual([300.25])
})

test('is known as soon as one known fact decides a condition', () => {
  const when = {
    and: [{ isMinor: { eq: false } }, { citizenship: { in: ['MD', 'UA'] } }],
  } as FormCondition
  const ruleOf = (condition: FormCondition): FeeRule => ({
    amount: 1,
    exceptions: [{ when: condition, amount: 2 }],
  })
  expect(possibleFees(ruleOf(when), { isMinor: true })).toEqual([1])
  expect(possibleFees(ruleOf(when), { isMinor: false })).toEqual([2, 1])
  expect(possibleFees(ruleOf({ not: when } as FormCondition), { isMinor: true })).toEqual([2])
  const either = { or: [{ isMinor: { eq: true } }, { age: { gt: 40 } }] } as FormCondition
  expect(possibleFees(ruleOf(either), { isMinor: true })).toEqual([2])
  expect(possibleFees(ruleOf({ isMinor: { eq: true }, age: { gt: 40 } }), { age: 18 })).toEqual([1])
})

/** The fee as the rule is explained to applicants. */
function expectedFee({ amount, exceptions }: FeeRule, of: FormFacts): number | null {
  let fee = amount
  for (const exception of exceptions)
    if (evaluate(exception.when, of, { id: '', role: '' })) {
      fee = exception.amount
      break
    }
  return fee === 0 ? null : fee
}

test('agrees with a plain loop for random fees and applicants, and with what is known before', () => {
  const { below, happens } = createCaseRandom(2027)
  const pick = <T>(values: readonly T[]) => values[below(values.length)] as T
  const comparison = (): FormCondition =>
    pick<() => FormCondition>([
      () => ({ citizenship: { [pick(['eq', 'ne'])]: pick(['RO', 'MD', 'DE', 'US']) } }),
      () => ({ citizenshipGroup: { in: [pick(['ro', 'eu']), pick(['eu', 'other'])] } }),
      () => ({ age: { [pick(['lt', 'gte'])]: pick([17, 18, 25]) } }),
      () => ({ isMinor: { eq: happens(0.5) } }),
      () => ({ programmes: { has: pick(['law', 'maths']) }, degree: { eq: 'bachelor' } }),
      () => ({ placeKind: { isNull: happens(0.5) } }),
    ])()
  const condition = (): FormCondition =>
    pick<() => FormCondition>([
      comparison,
      () => ({ and: [comparison(), comparison()] }) as FormCondition,
      () => ({ or: [comparison(), { not: comparison() }] }) as FormCondition,
    ])()
  for (let round = 0; round < 2000; round++) {
    const rule: FeeRule = {
      amount: pick([null, 0, 50, 120.1]),
      exceptions: Array.from({ length: below(5) }, () => ({
        when: condition(),
        amount: pick([0, 0.01, 49.99, 300]),
      })),
    }
    const of = formFactsOf({
      ...applicant,
      citizenship: pick(['RO', 'MD', 'DE', 'US']),
      birthDate: pick(['', '2010-01-02', '2009-07-15', '1990-05-06']),
      programmes: pick([applicant.programmes, []]),
      placeKindId: pick([null, 'roma']),
    })
    const fee = admissionFeeOf(rule, of)
    expect(fee).toBe(expectedFee(rule, of))
    const known = Object.fromEntries(Object.entries(of).filter(() => happens(0.5)))
    expect(possibleFees(rule, known)).toContain(fee ?? 0)
  }
})
