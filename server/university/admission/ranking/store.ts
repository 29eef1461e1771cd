/** What a draft found, as it is kept. */
import { placeOfSeat, type RankedChoice, type ResultOutcome, type SeatResult } from '#model/admission/ranking.ts'
import type { DraftEffect } from '#resources/calls/ranking.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { run, sql, table, to } from '#server/engine/sql/typed.ts'
import { admissionResult, admissionSeat } from '#server/university/tables/rows.ts'
import type { Assembled, Person } from './assemble.ts'

const x = table(admissionResult, 'x')
const y = table(admissionSeat, 'y')

export interface ResultRow {
  readonly registration_id: string
  readonly outcome: ResultOutcome
  readonly specialization_id: string | null
  readonly kind: string | null
  readonly choice: number | null
  readonly choices: readonly RankedChoice[]
  readonly missing: readonly string[]
}

interface Outcome {
  readonly won: ReadonlyMap<string, { readonly seat: string; readonly choice: number } | null>
  readonly choices: ReadonlyMap<string, readonly RankedChoice[]>
}

/** A row for everybody who takes part, ranked or not. */
export function resultRows({ candidates, incomplete }: Assembled, { won, choices }: Outcome): ResultRow[] {
  const rowOf = (id: string): ResultRow => {
    const place = won.get(id) ?? null
    const { specializationId = null, kind = null } = place ? placeOfSeat(place.seat) : {}
    const missing = incomplete.get(id) ?? []
    return {
      registration_id: id,
      outcome: place ? 'won' : missing.length > 0 ? 'incomplete' : 'waiting',
      specialization_id: specializationId,
      kind,
      choice: place && place.choice + 1,
      choices: choices.get(id) ?? [],
      missing,
    }
  }
  const known = new Set(candidates.map(({ id }) => id))
  return [...known, ...[...incomplete.keys()].filter((id) => !known.has(id))].map(rowOf)
}

export async function storeResults(queries: Queries, draftId: string, rows: readonly ResultRow[]): Promise<void> {
  const stored = ['draft_id', 'registration_id', 'outcome', 'specialization_id', 'kind', 'choice', 'choices', 'missing'] as const
  await run(
    queries,
    sql`insert into ${to(x, ...stored)}
     select ${draftId}::uuid, g.registration_id, g.outcome, g.specialization_id, g.kind, g.choice, g.choices, g.missing
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (registration_id uuid, outcome text, specialization_id uuid, kind text,
       choice int, choices jsonb, missing jsonb)`,
  )
}

export async function storeSeats(queries: Queries, draftId: string, seats: readonly SeatResult[]): Promise<void> {
  const stored = ['draft_id', 'specialization_id', 'kind', 'places', 'taken', 'asked', 'waiting', 'last_average'] as const
  const rows = seats.map(({ seat, taken, asked, waiting, lastAverage }) => {
    const { specializationId, kind } = placeOfSeat(seat.id)
    return { specialization_id: specializationId, kind, places: seat.places, taken, asked, waiting, last_average: lastAverage }
  })
  await run(
    queries,
    sql`insert into ${to(y, ...stored)}
     select ${draftId}::uuid, g.specialization_id, g.kind, g.places, g.taken, g.asked, g.waiting, g.last_average
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (specialization_id uuid, kind text, places int, taken int, asked int,
       waiting int, last_average int)`,
  )
}

/** What the release of some results would change for the applicants as they stand. */
export function effectOf(people: readonly Person[], rows: readonly ResultRow[]): DraftEffect {
  const effect = { won: 0, moved: 0, lost: 0, waiting: 0, outcomes: { won: 0, waiting: 0, incomplete: 0 } }
  const byId = new Map(people.map((person) => [person.id, person]))
  for (const { registration_id: id, outcome, specialization_id: specializationId, kind } of rows) {
    effect.outcomes[outcome] += 1
    const person = byId.get(id)
    const isAccepted = person?.status === 'accepted'
    if (outcome === 'won') {
      const isSame = person?.wonSpecializationId === specializationId && (person.wonFunding ?? person.wonPlaceKindId) === kind
      if (!isAccepted) effect.won += 1
      else if (!isSame) effect.moved += 1
    } else if (isAccepted && !person.isConfirmed) effect.lost += 1
  }
  return { ...effect, waiting: effect.outcomes.waiting }
}
