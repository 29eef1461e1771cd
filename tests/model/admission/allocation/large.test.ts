import { expect, test } from 'vitest'
import {
  allocateInSteps,
  type Candidate,
  type Choice,
  type Quota,
} from '#resources/admission/allocation/allocation.ts'
import { checkAllocationInSteps } from '#resources/admission/allocation/checker.ts'
import { createCaseRandom } from './cases.ts'

const programmes = 500
const candidateCount = 20_000
const chosen = 6

/**
 * As many applicants as all universities of a large country have together, most of them for the
 * same few programmes, with both types of places.
 */
function largeAdmission(): { candidates: Candidate[]; quotas: Quota[] } {
  const { below, happens } = createCaseRandom(100)
  const quotas = Array.from({ length: programmes }, (_, at): Quota[] => [
    { id: `${at} budget`, places: 6 + below(12), ties: happens(0.5) ? 'together' : 'lot' },
    { id: `${at} fee`, places: 8 + below(16), ties: 'together' },
  ]).flat()
  const candidates = Array.from({ length: candidateCount }, (_, at): Candidate => {
    const chosenIndexes = new Set<number>()
    while (chosenIndexes.size < chosen)
      chosenIndexes.add(Math.floor((below(programmes) * below(programmes)) / programmes))
    const average = 500 + below(501)
    const keys = [average, 100 + below(901), 100 + below(901)]
    const choices = [...chosenIndexes].flatMap((one): Choice[] =>
      ['budget', 'fee'].map((kind) => ({ quota: `${one} ${kind}`, keys })),
    )
    return { id: `c${at}`, lot: String(below(1_000_000)), choices }
  })
  return { candidates, quotas }
}

/** The result of incremental work, and how often it yielded. */
function runSteps<T>(steps: Generator<void, T>): { readonly answer: T; readonly pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const { done, value } = steps.next()
    if (done) return { answer: value, pauses }
  }
}

test('20,000 candidates with six choices in 500 programmes are allocated correctly, yielding every few thousand choices', () => {
  const { candidates, quotas } = largeAdmission()
  const allocation = runSteps(allocateInSteps(candidates, quotas))
  const check = runSteps(checkAllocationInSteps(candidates, quotas, allocation.answer))
  expect(check.answer.findings).toEqual([])
  const entries = candidates.reduce((sum, { choices }) => sum + choices.length, 0)
  for (const { pauses } of [allocation, check]) expect(pauses).toBeGreaterThan(entries / 10_000)
})
