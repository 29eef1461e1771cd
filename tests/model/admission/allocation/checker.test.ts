import { describe, expect, test } from 'vitest'
import { allocate, type Candidate, type Quota } from '#resources/admission/allocation/allocation.ts'
import {
  type ConfirmedPlace,
  checkAllocation,
  type QuotaPrice,
} from '#resources/admission/allocation/checker.ts'
import { createCaseRandom, randomCase } from './cases.ts'

const quotas: readonly Quota[] = [
  { id: 'A', places: 1, ties: 'together' },
  { id: 'B', places: 1, ties: 'lot' },
]
const person = (id: string, average: number, holds: string | null = null): Candidate => ({
  id,
  lot: id,
  holds,
  choices: ['A', 'B'].map((quota) => ({ quota, keys: [average] })),
})
const allCandidates = [person('best', 900), person('next', 800), person('last', 700)]

/**
 * Findings of the checker, except the comparison with a second calculation, which reports every
 * wrong result.
 */
function codes(
  candidates: readonly Candidate[],
  given: Readonly<Record<string, string | null>>,
): string[] {
  const won = new Map(
    candidates.map(({ id }) => [id, given[id] ? { quota: given[id], choice: 0 } : null]),
  )
  const { findings } = checkAllocation(candidates, quotas, { won })
  expect(findings.some(({ code }) => code === 'differs')).toBe(true)
  return findings.flatMap(({ code, candidate, quota }) =>
    code === 'differs' ? [] : [`${code} ${candidate} ${quota}`],
  )
}

test('the correct result has no findings, and the number of comparisons is reported', () => {
  const report = checkAllocation(allCandidates, quotas, allocate(allCandidates, quotas))
  expect(report).toEqual({ candidates: 3, quotas: 2, compared: 3, found: 0, findings: [] })
})

test('an applicant who was passed over for a worse one is reported', () => {
  expect(codes(allCandidates, { best: 'A', last: 'B' })).toEqual(['passedOver next B'])
})

test('a free place that an applicant is waiting for is reported', () => {
  expect(codes(allCandidates, { next: 'B' })).toEqual([
    'leftOut best A',
    'passedOver best B',
    'leftOut next A',
    'leftOut last A',
  ])
})

test('an excluded applicant who ties for the last place is reported if all ties are admitted', () => {
  const equals = [person('one', 900), person('two', 900)]
  expect(codes(equals, { one: 'A', two: 'B' })).toEqual(['leftOut two A'])
})

test('more applicants than places are reported', () => {
  expect(codes(allCandidates, { best: 'A', next: 'B', last: 'B' })).toEqual(['overfull last B'])
})

test('an applicant who confirmed a place and got a worse one or none is reported', () => {
  const confirmed = [person('best', 900), person('kept', 600, 'A')]
  expect(codes(confirmed, { best: 'A', kept: 'B' })).toContain('worseOff kept A')
  expect(codes(confirmed, { best: 'A' })).toContain('worseOff kept A')
})

test('a place that its applicant did not choose is reported', () => {
  const lowCandidate: Candidate = { id: 'modest', lot: '', choices: [{ quota: 'A', keys: [500] }] }
  expect(codes([lowCandidate], { modest: 'B' })).toContain('notChosen modest B')
})

test('every result that differs from the correct one is reported, in 2,000 admissions with one place removed or added', () => {
  const draw = createCaseRandom(9)
  let changed = 0
  for (let i = 0; i < 2000; i++) {
    const one = randomCase(draw)
    const won = new Map(allocate(one.candidates, one.quotas).won)
    const victim = one.candidates[draw.below(one.candidates.length)]
    if (!victim) continue
    const other = won.get(victim.id) ? null : (victim.choices[0] ?? null)
    if (other === null && !won.get(victim.id)) continue
    won.set(victim.id, other && { quota: other.quota, choice: 0 })
    changed += 1
    expect(checkAllocation(one.candidates, one.quotas, { won }).found).toBeGreaterThan(0)
  }
  expect(changed).toBeGreaterThan(1000)
})

test('an applicant with a place in a programme whose condition they do not meet is reported', () => {
  const findings = (barred: string) =>
    checkAllocation(
      [person('one', 900)],
      quotas,
      { won: new Map([['one', { quota: 'A', choice: 0 }]]) },
      { places: [], prices: new Map(), isBarred: (_, quota) => quota === barred },
    ).findings
  expect(findings('A')).toEqual([{ code: 'notEligible', candidate: 'one', quota: 'A' }])
  expect(findings('B')).toEqual([])
})

describe('an applicant who confirmed place B and would get place A', () => {
  const price = (tuition: number | null, confirmationFee: number | null = null): QuotaPrice => ({
    ...{ isFeePaying: tuition !== null, tuition, confirmationFee },
  })
  const answered = (shown: QuotaPrice, agreedToPay = false): ConfirmedPlace['answer'] => ({
    consented: new Map([['A', shown]]),
    agreedToPay,
  })
  const [free, cheap, dear] = [price(null), price(4000), price(5000)]

  const consentFindings = (
    place: string | null,
    answer: ConfirmedPlace['answer'],
    { A, B }: { A: QuotaPrice; B: QuotaPrice },
  ) =>
    checkAllocation(
      [person('one', 900, 'B')],
      quotas,
      { won: new Map([['one', place === null ? null : { quota: place, choice: 0 }]]) },
      {
        places: [{ candidate: 'one', quota: 'B', paidFee: B.confirmationFee ?? 0, answer }],
        prices: new Map([
          ['A', A],
          ['B', B],
        ]),
        isBarred: () => false,
      },
    ).findings.flatMap(({ code }) => (/consent/i.test(code) ? [code] : []))

  test('is reported unless the applicant agreed to A', () => {
    const none = { consented: new Map(), agreedToPay: true }
    expect(consentFindings('A', none, { A: free, B: free })).toEqual(['notConsented'])
    expect(consentFindings('A', answered(free), { A: free, B: free })).toEqual([])
    expect(consentFindings('B', none, { A: free, B: free })).toEqual([])
  })

  test('is reported if the place is lost instead', () => {
    expect(consentFindings(null, null, { A: free, B: free })).toEqual(['notConsented'])
    expect(consentFindings(null, answered(free), { A: free, B: free })).toEqual(['notConsented'])
  })

  test('is reported if A costs more and the applicant agreed to no cost', () => {
    for (const [A, B] of [
      [cheap, free],
      [dear, cheap],
      [price(null, 500), free],
      [price(null, 500), price(null, 400)],
    ] as const) {
      expect(consentFindings('A', answered(A), { A, B })).toEqual(['paysWithoutConsent'])
      expect(consentFindings('A', answered(A, true), { A, B })).toEqual([])
      expect(consentFindings('A', null, { A, B })).toEqual(['paysWithoutConsent'])
    }
  })

  test('is not reported without an answer if A costs no more', () => {
    for (const [A, B] of [
      [free, free],
      [free, cheap],
      [cheap, cheap],
      [cheap, dear],
      [price(null, 400), price(null, 500)],
    ] as const)
      expect(consentFindings('A', null, { A, B })).toEqual([])
  })

  test('is reported if an amount was raised since the applicant agreed', () => {
    expect(consentFindings('A', answered(cheap, true), { A: dear, B: free })).toEqual([
      'paysWithoutConsent',
    ])
    expect(consentFindings('A', answered(free, true), { A: price(null, 1), B: free })).toEqual([
      'paysWithoutConsent',
    ])
    expect(consentFindings('A', answered(dear, true), { A: cheap, B: free })).toEqual([])
  })

  test('is reported if the tuition of A is not known', () => {
    const unknown = { isFeePaying: true, tuition: null, confirmationFee: null }
    expect(consentFindings('A', null, { A: unknown, B: dear })).toEqual(['paysWithoutConsent'])
    expect(consentFindings('A', answered(unknown, true), { A: dear, B: free })).toEqual([
      'paysWithoutConsent',
    ])
  })
})
