/** Stores answers to the question whether a confirmed place is kept. */
import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { intoColumns, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { PlaceAcceptance } from '#resources/admission/place-acceptance.ts'
import type { PlaceKind } from '#resources/admission/ranking.ts'
import type { WireRegistrationEvent } from '#resources/admission/wire-review.ts'
import { placeAcceptanceTable } from '#server/tables/rows.ts'
import { markResultsStaleByApplications } from './staleness.ts'

const placeAcceptance = table(placeAcceptanceTable)

/** The version of the texts that the pages and emails of the question show. */
export const acceptanceTextVersion = '1'

export interface NewAcceptance extends PlaceAcceptance {
  readonly registrationId: string
  readonly roundId: string | null
  /** The place that was shown with the question. */
  readonly specializationId: string
  readonly kind: PlaceKind
  readonly by: {
    readonly kind: WireRegistrationEvent['actor']['kind']
    readonly id?: string | null
  }
  readonly at: Date
  readonly language: string
}

/**
 * Stores answers and marks the results that depend on them as possibly outdated. The caller sets
 * `acceptance` of the applications in the same transaction.
 */
export async function storeAcceptances(
  queries: Queries,
  answers: readonly NewAcceptance[],
): Promise<void> {
  if (answers.length === 0) return
  const rows = answers.map(({ by, at, ...answer }) => ({
    id: uuidv7(at),
    registration_id: answer.registrationId,
    round_id: answer.roundId,
    specialization_id: answer.specializationId,
    ...{ kind: answer.kind, mode: answer.mode, consented: answer.consented },
    agreed_to_pay: answer.agreedToPay,
    ...{ actor_kind: by.kind, actor_id: by.id ?? null, at: at.toISOString() },
    ...{ language: answer.language, text_version: acceptanceTextVersion },
  }))
  await runStatement(
    queries,
    sql`insert into ${intoColumns(placeAcceptance, 'id', 'registration_id', 'round_id', 'specialization_id', 'kind', 'mode', 'consented', 'agreed_to_pay', 'actor_kind', 'actor_id', 'at', 'language', 'text_version')}
     select g.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, registration_id uuid, round_id uuid, specialization_id uuid, kind text, mode text,
       consented jsonb, agreed_to_pay boolean, actor_kind text, actor_id uuid, at timestamptz, language text, text_version text)`,
  )
  await markResultsStaleByApplications(
    queries,
    answers.map(({ registrationId }) => registrationId),
  )
}
