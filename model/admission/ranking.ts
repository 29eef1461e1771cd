/** An admission by merit in words of the university: kinds of places, averages, and what is told of each choice. */
import { type Allocation, type Candidate, compareKeys, type Seat } from './allocation/allocation.ts'

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

/** One choice of somebody and what became of it. Averages are in hundredths, cut after two decimals. */
export interface RankedChoice {
  readonly specializationId: string
  readonly kind: PlaceKind
  readonly average: number
  /** Values that break ties, in order, in hundredths. */
  readonly ties: readonly number[]
  /** Among all who asked for these places; equals share it. */
  readonly position: number
  readonly asked: number
  /** Among those who still wait for these places; null: not waiting. */
  readonly waiting: number | null
  /** The average of the last who came in, where somebody was left out; null where a place is free. */
  readonly needed: number | null
}

/** Outcome for places. */
export interface SeatResult {
  readonly seat: Seat
  readonly taken: number
  readonly asked: number
  readonly waiting: number
  readonly lastAverage: number | null
}

interface Standings {
  readonly seats: readonly SeatResult[]
  /** Outcomes by candidate; those without choices are absent. */
  readonly choices: ReadonlyMap<string, readonly RankedChoice[]>
}

interface Entry {
  /** Choices of the candidate as they are told. */
  readonly own: RankedChoice[]
  readonly at: number
  readonly keys: readonly number[]
  readonly has: boolean
  readonly waits: boolean
}

const before = (a: Entry, b: Entry): number => compareKeys(a.keys, b.keys)

/** Candidates from one step to the next, so that other work gets its turn. */
const stride = 2048

/** Positions of everybody in every choice, and what each kind of places in each programme came to. In steps. */
export function* standings(
  candidates: readonly Candidate[],
  seats: readonly Seat[],
  { won }: Pick<Allocation, 'won'>,
): Generator<void, Standings> {
  const entries = new Map<string, Entry[]>(seats.map(({ id }) => [id, []]))
  const taken = new Map<string, number>()
  const choices = new Map<string, RankedChoice[]>()
  for (const [turn, { id, choices: asked }] of candidates.entries()) {
    if (turn % stride === 0) yield
    const place = won.get(id) ?? null
    if (place) taken.set(place.seat, (taken.get(place.seat) ?? 0) + 1)
    if (asked.length === 0) continue
    const own: RankedChoice[] = []
    choices.set(id, own)
    for (const [at, { seat, keys }] of asked.entries()) {
      const has = place?.seat === seat
      const waits = !has && (place === null || at < place.choice)
      entries.get(seat)?.push({ own, at, keys, has, waits })
    }
  }
  const results: SeatResult[] = []
  for (const seat of seats) {
    const asking = (entries.get(seat.id) ?? []).sort(before)
    yield
    const waiting = asking.reduce((count, { waits }) => (waits ? count + 1 : count), 0)
    const lastAverage = asking.findLast(({ has }) => has)?.keys[0] ?? null
    const needed = waiting > 0 ? lastAverage : null
    const place = placeOfSeat(seat.id)
    // Equals share a position, and those among them who wait a number on the waiting list.
    let [position, seen, number] = [0, 0, 0]
    for (const [i, one] of asking.entries()) {
      const previous = asking[i - 1]
      if (!previous || before(previous, one) !== 0) {
        position = i + 1
        number = seen + 1
      }
      if (one.waits) seen += 1
      one.own[one.at] = {
        ...place,
        average: one.keys[0] ?? 0,
        ties: one.keys.slice(1),
        position,
        asked: asking.length,
        waiting: one.waits ? number : null,
        needed,
      }
    }
    results.push({ seat, taken: taken.get(seat.id) ?? 0, asked: asking.length, waiting, lastAverage })
    yield
  }
  return { seats: results, choices }
}
