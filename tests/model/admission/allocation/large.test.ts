import { cpuUsage } from 'node:process'
import { expect, test } from 'vitest'
import { allocating, type Candidate, type Choice, type Seat } from '#model/admission/allocation/allocation.ts'
import { checking } from '#model/admission/allocation/checker.ts'
import { drawn } from './cases.ts'

const programmes = 500
const people = 100_000
const chosen = 6

/** As many as a large country's universities together, most of whom want the same few programmes, with both kinds of places. */
function largeAdmission(): { candidates: Candidate[]; seats: Seat[] } {
  const { below, isDrawn } = drawn(100)
  const seats = Array.from({ length: programmes }, (_, at): Seat[] => [
    { id: `${at} budget`, places: 30 + below(60), ties: isDrawn(0.5) ? 'together' : 'lot' },
    { id: `${at} fee`, places: 40 + below(80), ties: 'together' },
  ]).flat()
  const candidates = Array.from({ length: people }, (_, at): Candidate => {
    const wanted = new Set<number>()
    while (wanted.size < chosen) wanted.add(Math.floor((below(programmes) * below(programmes)) / programmes))
    const average = 500 + below(501)
    const keys = [average, 100 + below(901), 100 + below(901)]
    const choices = [...wanted].flatMap((one): Choice[] => ['budget', 'fee'].map((kind) => ({ seat: `${one} ${kind}`, keys })))
    return { id: `c${at}`, lot: String(below(1_000_000)), choices }
  })
  return { candidates, seats }
}

/** Answer of a work in steps, with the time that the processor took for it and for its longest step, in milliseconds. */
function timed<T>(steps: Generator<void, T>): { readonly answer: T; readonly ms: number; readonly longest: number } {
  const taken = (since?: NodeJS.CpuUsage) => cpuUsage(since)
  const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  const begun = taken()
  let [since, longest] = [begun, 0]
  for (;;) {
    const { done, value } = steps.next()
    longest = Math.max(longest, msOf(taken(since)))
    if (done) return { answer: value, ms: msOf(taken(begun)), longest }
    since = taken()
  }
}

test('100,000 candidates with six choices of two kinds in 500 programmes take less than 10 s to place and to check, in steps', () => {
  const { candidates, seats } = largeAdmission()
  const placing = timed(allocating(candidates, seats))
  const check = timed(checking(candidates, seats, placing.answer))
  expect(check.answer.findings).toEqual([])
  expect(placing.ms + check.ms).toBeLessThan(10_000)
  // Others are answered between two steps.
  expect(Math.max(placing.longest, check.longest)).toBeLessThan(1000)
})
