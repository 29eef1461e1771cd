/** Released results of which applicants have not been notified yet. */
import type { Queries } from '@matricola/server/database/database.ts'
import {
  columns,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { registrations } from '#resources/registrations.ts'
import { admissionResultTable } from '#server/tables/rows.ts'
import { lockAgainstRelease } from './staleness.ts'

const registration = table(registrations)
const admissionDraft = table(admissionDrafts)
const admissionResult = table(admissionResultTable)

/**
 * SQL condition: whether released results take the place of an application that was not confirmed
 * when they were computed. Another applicant may already have been given that place.
 */
export const isPlaceTaken = expr<boolean>`exists (select from ${admissionResult} join ${admissionDraft} on ${admissionDraft.id} = ${admissionResult.draft_id}
  where ${admissionResult.registration_id} = ${registration.id} and ${admissionResult.notified_at} is null and not ${admissionResult.confirmed} and ${equalsLiteral(admissionDraft.state, 'released')}
  and (${admissionResult.specialization_id}, ${admissionResult.kind}) is distinct from (${registration.wonSpecializationId}, coalesce(${registration.wonPlaceKindId}::text, ${registration.wonFunding})))`

/**
 * Returns the applications whose places released results take. Delays releases until the transaction
 * ends, so that the places can be confirmed in it.
 */
export async function findTakenPlaces(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  await lockAgainstRelease(queries, ids)
  const taken = await runStatement(
    queries,
    sql`select ${pick(columns(registration, 'id'))} from ${registration} where ${registration.id} = any(${ids}::uuid[]) and ${isPlaceTaken}`,
  )
  return new Set(taken.map(({ id }) => id))
}
