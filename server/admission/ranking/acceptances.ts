/** Stores answers to the question whether a confirmed place is kept. */
import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import {
  columns,
  expr,
  intoColumns,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type {
  AcceptanceMode,
  PlaceAcceptance,
  ToldWay,
} from '#resources/admission/place-acceptance.ts'
import type { PlaceKind } from '#resources/admission/ranking.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { registrations } from '#resources/registrations.ts'
import type { TimelineActor } from '#server/admission/timeline-events.ts'
import { admissionResultTable, placeAcceptanceTable } from '#server/tables/rows.ts'
import { markResultsStaleByApplications } from './staleness.ts'

const placeAcceptance = table(placeAcceptanceTable)
const registration = table(registrations)
const admissionDraft = table(admissionDrafts)
const admissionResult = table(admissionResultTable)

/** The version of the texts that the pages and emails of the question show. */
export const acceptanceTextVersion = '1'

export interface NewAcceptance extends PlaceAcceptance {
  readonly registrationId: string
  readonly roundId: string | null
  /** The place that was shown with the question. */
  readonly specializationId: string
  readonly kind: PlaceKind
  readonly by: TimelineActor
  /** How the office learned the answer. */
  readonly told?: ToldWay
  readonly at: Date
  readonly language: string
}

/**
 * Stores answers, later than all earlier ones even if the clock went back, and marks the results
 * that depend on them as possibly outdated. The caller sets `acceptance` of the applications in the
 * same transaction.
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
    ...{
      actor_kind: by.kind,
      actor_id: by.kind === 'staff' ? by.actor.id : null,
      told: answer.told ?? null,
      at: at.toISOString(),
    },
    ...{ language: answer.language, text_version: acceptanceTextVersion },
  }))
  await runStatement(
    queries,
    sql`insert into ${intoColumns(placeAcceptance, 'id', 'registration_id', 'round_id', 'specialization_id', 'kind', 'mode', 'consented', 'agreed_to_pay', 'actor_kind', 'actor_id', 'told', 'at', 'language', 'text_version')}
     select g.id, g.registration_id, g.round_id, g.specialization_id, g.kind, g.mode, g.consented, g.agreed_to_pay, g.actor_kind, g.actor_id, g.told,
       greatest(g.at, (select max(${placeAcceptance.at}) + interval '1 millisecond' from ${placeAcceptance} where ${placeAcceptance.registration_id} = g.registration_id)), g.language, g.text_version
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, registration_id uuid, round_id uuid, specialization_id uuid, kind text, mode text,
       consented jsonb, agreed_to_pay boolean, actor_kind text, actor_id uuid, told text, at timestamptz, language text, text_version text)`,
  )
  await markResultsStaleByApplications(
    queries,
    answers.map(({ registrationId }) => registrationId),
  )
}

/** The place of an application, with the newest answer about it. */
interface AnsweredPlace {
  readonly id: string
  readonly language: string
  readonly specializationId: string | null
  readonly kind: PlaceKind | null
  readonly roundId: string | null
  /** Null if there is no answer, or the newest one is about another place. */
  readonly mode: AcceptanceMode | null
}

/** Returns the places of applications with the answers about them. */
export async function readAnsweredPlaces(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AnsweredPlace>> {
  const kind = sql`coalesce(${registration.wonPlaceKindId}::text, ${registration.wonFunding})`
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(registration, 'id', 'language'),
      specializationId: registration.wonSpecializationId,
      kind: expr<PlaceKind | null>`${kind}`,
      roundId: expr<
        string | null
      >`(select ${admissionDraft.admissionRoundId} from ${admissionResult} join ${admissionDraft} on ${admissionDraft.id} = ${admissionResult.draft_id}
        where ${admissionResult.registration_id} = ${registration.id} and ${admissionResult.notified_at} is not null order by ${admissionResult.notified_at} desc limit 1)`,
      mode: expr<AcceptanceMode | null>`(select case when newest.specialization_id = ${registration.wonSpecializationId} and newest.kind = ${kind} then newest.mode end
        from (select ${pick(columns(placeAcceptance, 'specialization_id', 'kind', 'mode'))} from ${placeAcceptance} where ${placeAcceptance.registration_id} = ${registration.id}
        order by ${placeAcceptance.at} desc, ${placeAcceptance.id} desc limit 1) newest)`,
    })} from ${registration} where ${registration.id} = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Answers that applicants may give: a first one and ten changes. */
const maxAnswers = 11

/** Whether the applicant has used up all changes of the answer. */
export async function hasNoChangesLeft(queries: Queries, id: string): Promise<boolean> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ count: expr<number>`count(*)::int` })} from ${placeAcceptance} where ${placeAcceptance.registration_id} = ${id} and ${placeAcceptance.actor_kind} = 'applicant'`,
  )
  return (row?.count ?? 0) >= maxAnswers
}
