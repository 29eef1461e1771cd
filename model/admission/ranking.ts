/** An admission by merit in words of the university: kinds of places, averages, and what is told of each choice. */
import type { Allocation, Candidate, Seat } from './allocation/allocation.ts'
import { ordering } from './allocation/merit.ts'

export const resultOutcomes = ['won', 'waiting', 'incomplete'] as const
export type ResultOutcome = (typeof resultOutcomes)[number]

/** Decimals of an average, which is cut after them. */
export const averageDecimals = 2

/** `budget`, `fee`, or the id of a special kind. */
export type PlaceKind = string

export const seatOf = (specializationId: string, kind: PlaceKind) => `${specializationId} ${kind}`
export function placeOfSeat(seat: string): { readonly specializationId: string; readonly kind: PlaceKind } {
  const [specializationId = '', kind = ''] = seat.split(' ')
  return { specializationId, kind }
}

/** Wish for a programme, with the kinds of places that are wanted there. */
export interface Wish {
  readonly specializationId: string
  readonly preference: 'budget_then_fee' | 'budget' | 'fee' | null
}

/** The special kind that somebody has a right to, and whether the university or the student pays for it. */
export interface SpecialKind {
  readonly id: string
  readonly funding: 'budget' | 'fee'
}

/**
 * The places that a wish stands for, the best first. A general place comes before a special one that is paid for alike:
 * whoever gets in by the average alone leaves the special place to somebody who needs it.
 */
export function kindsOf({ preference }: Wish, special: SpecialKind | null): PlaceKind[] {
  const wanted = preference === 'budget' ? (['budget'] as const) : preference === 'fee' ? (['fee'] as const) : (['budget', 'fee'] as const)
  return wanted.flatMap((kind) => [kind, ...(special?.funding === kind ? [special.id] : [])])
}

/** Outcome for places. */
export interface SeatResult {
  readonly seat: Seat
  readonly taken: number
  readonly asked: number
  readonly waiting: number
  /** Of the last who came in, in hundredths: where somebody waits, this was needed. */
  readonly lastAverage: number | null
}

/** Choices of everybody and what became of them, packed: those of one candidate side by side, in the own order. */
export interface Ranked {
  /** Where the choices of each candidate begin, and at the end the number of all. */
  readonly first: Int32Array
  /** The places of each, by their position in the results. */
  readonly seats: Int32Array
  /** The average and what breaks its ties, in order, in hundredths, cut after two decimals. */
  readonly keys: readonly (readonly number[])[]
  /** Among all who asked for these places; equals share it. */
  readonly positions: Int32Array
  /** Number on the waiting list; 0: not waiting. */
  readonly waiting: Int32Array
}

interface Standings {
  readonly seats: readonly SeatResult[]
  readonly ranked: Ranked
}

/** Candidates from one step to the next, so that other work gets its turn. */
const stride = 2048

/** Positions of everybody in every choice, and what each kind of places in each programme came to. In steps. */
export function* standings(
  candidates: readonly Candidate[],
  seats: readonly Seat[],
  { won }: Pick<Allocation, 'won'>,
): Generator<void, Standings> {
  const seatAt = new Map(seats.map(({ id }, at) => [id, at]))
  const total = candidates.reduce((sum, { choices }) => sum + choices.length, 0)
  const [owners, places] = [new Int32Array(total), new Int32Array(total)]
  const first = new Int32Array(candidates.length + 1)
  const keys: (readonly number[])[] = []
  const taken = new Int32Array(seats.length)
  // The choice that each candidate got: before it, or everywhere, one waits.
  const got = new Int32Array(candidates.length)
  for (const [turn, { id, choices }] of candidates.entries()) {
    if (turn % stride === 0) yield
    const place = won.get(id) ?? null
    const seat = place && seatAt.get(place.seat)
    if (typeof seat === 'number') taken[seat] = (taken[seat] as number) + 1
    first[turn] = keys.length
    got[turn] = keys.length + (place?.choice ?? choices.length)
    for (const choice of choices) {
      owners[keys.length] = turn
      places[keys.length] = seatAt.get(choice.seat) ?? 0
      keys.push(choice.keys)
    }
  }
  first[candidates.length] = keys.length
  const order = yield* ordering(candidates, { first, owners, seats: places, keys }, seats.length)
  const positions = new Int32Array(total)
  const waiting = new Int32Array(total)
  const results: SeatResult[] = []
  for (const [at, seat] of seats.entries()) {
    const [begin, end] = [order.first[at] as number, order.first[at + 1] as number]
    // Equals share a position, and those among them who wait a number on the waiting list.
    let [position, seen, number, merit, last] = [0, 0, 0, -1, -1]
    for (let i = begin; i < end; i++) {
      const entry = order.entries[i] as number
      if (order.merits[entry] !== merit) {
        position = i - begin + 1
        number = seen + 1
        merit = order.merits[entry] as number
      }
      positions[entry] = position
      const mine = got[owners[entry] as number] as number
      if (entry < mine) {
        waiting[entry] = number
        seen += 1
      } else if (entry === mine) last = entry
    }
    const lastAverage = keys[last]?.[0] ?? null
    results.push({ seat, taken: taken[at] as number, asked: end - begin, waiting: seen, lastAverage })
    yield
  }
  return { seats: results, ranked: { first, seats: places, keys, positions, waiting } }
}
