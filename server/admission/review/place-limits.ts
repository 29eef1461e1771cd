/** Limits acceptances to the number of places in a programme. */
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { PlannedWrite } from '@matricola/server/records/hooks.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { equalsLiteral, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'

const registration = table(registrations)
const specialization = table(specializations)
const lockedProgramme = table(specializations, 'locked_programme')

const admissionProgramme = table(admissionProgrammes)

const noPlaceIssue: FieldIssues = { specializationId: [{ code: 'place.none' }] }

/** Key of the programme and session in which a record occupies a place; null if it occupies none. */
export const takenPlaceKey = ({ status, specializationId, admissionSessionId }: Values): string | null =>
  status === 'accepted' ? keyOf(String(specializationId), admissionSessionId as string | null) : null

const keyOf = (programme: string, session: string | null | undefined) => `${programme} ${session ?? ''}`

/** Whether the place comes from a released ranking. It was checked when the draft was computed, and the results are public. */
const isWon = ({ record }: PlannedWrite<typeof registrations>) => record.wonSpecializationId !== null

/** Returns the writes that give an application a place it did not have. Places from a ranking do not count. */
export const placeTakingWrites = <W extends PlannedWrite<typeof registrations>>(writes: readonly W[]): W[] =>
  writes.filter(
    (write) =>
      takenPlaceKey(write.record) !== null && takenPlaceKey(write.record) !== takenPlaceKey(write.before?.values ?? {}) && !isWon(write),
  )

interface PlaceCounts {
  readonly places: number
  readonly taken: number
}

/**
 * Returns the number of places and of occupied places for the programmes in the writes, per session. Programmes without a limit are
 * absent.
 */
async function readPlaces(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<ReadonlyMap<string, PlaceCounts>> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      programme: expr<string>`p.programme`,
      session: expr<string | null>`p.session`,
      places: expr<number>`coalesce(${specialization.placesBudget}, 0) + coalesce(${specialization.placesFee}, 0)`,
      taken: expr<number>`(select count(*) from ${registration} where ${registration.specializationId} = p.programme
          and ${registration.admissionSessionId} is not distinct from p.session and ${equalsLiteral(registration.status, 'accepted')})`,
    })}
     from (select distinct * from jsonb_to_recordset(${JSON.stringify(writes.map(({ record }) => ({ programme: record.specializationId, session: record.admissionSessionId })))}::jsonb) as given (programme uuid, session uuid)) p
     join ${specialization} on ${specialization.id} = p.programme
     where ${specialization.placesBudget} is not null or ${specialization.placesFee} is not null`,
  )
  return new Map(rows.map(({ programme, session, places, taken }) => [keyOf(programme, session), { places, taken }]))
}

const rankedPlaceIssue: FieldIssues = { specializationId: [{ code: 'place.ranked' }] }

/** Returns the keys of the programmes in the writes that a session ranks. */
async function readRankedKeys(queries: Queries, writes: readonly PlannedWrite<typeof registrations>[]): Promise<ReadonlySet<string>> {
  const sessions = [...new Set(writes.flatMap(({ record }) => record.admissionSessionId ?? []))]
  if (sessions.length === 0) return new Set()
  const rows = await runStatement(
    queries,
    sql`select ${pick({ programme: admissionProgramme.specializationId, session: admissionProgramme.admissionSessionId })} from ${admissionProgramme}
     where ${admissionProgramme.admissionSessionId} = any(${sessions}::uuid[])`,
  )
  return new Set(rows.map(({ programme, session }) => keyOf(programme, session)))
}

/** Returns the issues of each write, assuming that the writes are stored one after the other. */
export async function placeIssues(queries: Queries, writes: readonly PlannedWrite<typeof registrations>[]): Promise<FieldIssues[]> {
  const takingWrites = placeTakingWrites(writes)
  const rankedKeys = await readRankedKeys(queries, takingWrites)
  const places = takingWrites.length === 0 ? new Map<string, PlaceCounts>() : await readPlaces(queries, takingWrites)
  const taken = new Map([...places].map(([key, one]) => [key, one.taken]))
  const add = (key: string | null, count: number) => key !== null && taken.set(key, (taken.get(key) ?? 0) + count)
  return writes.map((write) => {
    const placeKey = takenPlaceKey(write.record)
    if (placeKey !== null && takingWrites.includes(write) && rankedKeys.has(placeKey)) return rankedPlaceIssue
    if (
      placeKey !== null &&
      takingWrites.includes(write) &&
      (taken.get(placeKey) ?? 0) >= (places.get(placeKey)?.places ?? Number.POSITIVE_INFINITY)
    )
      return noPlaceIssue
    add(takenPlaceKey(write.before?.values ?? {}), -1)
    add(placeKey, 1)
    return {}
  })
}

/**
 * Checks stored writes against the number of places. Locks the programmes' rows first, so that concurrent acceptances are
 * counted one after the other. Throws `input.invalid` with `place.none`.
 */
export async function assertPlacesLeft(queries: Queries, writes: readonly PlannedWrite<typeof registrations>[]): Promise<void> {
  const takingWrites = placeTakingWrites(writes)
  if (takingWrites.length === 0) return
  await runStatement(
    queries,
    sql`select 1 from ${lockedProgramme} where ${lockedProgramme.id} = any(${[...new Set(takingWrites.map(({ record }) => record.specializationId))]}::uuid[])
     order by ${lockedProgramme.id} for no key update`,
  )
  for (const { places, taken } of (await readPlaces(queries, takingWrites)).values()) if (taken > places) throw invalidInput(noPlaceIssue)
}
