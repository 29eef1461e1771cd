/** Published admission results, inserted directly instead of computed by a ranking. */
import { randomUUID } from 'node:crypto'
import type { Context } from '@matricola/server/context.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { insertRow } from '@matricola/testing/insert-rows.ts'
import {
  type CauseDetails,
  type ChoiceReason,
  type IneligibleChoice,
  type ResultCause,
  type ResultChange,
  tieColumns,
} from '#resources/admission/ranking.ts'
import { getResource } from '#resources/index.ts'

/** The outcome for one choice of an application. Averages are in hundredths. */
export interface ChoiceResult {
  readonly specializationId: string
  readonly kind: string
  readonly average: number
  readonly position: number
  readonly applicants: number
  /** Number on the waiting list, or 0. */
  readonly waitingPosition: number
  /** Average of the last applicant admitted in the round. */
  readonly lastAverage: number | null
  readonly reason: ChoiceReason | null
  /**
   * The tie-breakers of the applicant and of the last one admitted, up to the one that decided if
   * `reason` is `tie`.
   */
  readonly ties?: readonly { readonly own: number; readonly last: number }[]
  /** The lot of the last applicant admitted. */
  readonly lastLot?: string
  /** Number of the 10 places that are kept. */
  readonly held?: number
}

const createByProgram = (
  context: Context,
  resource: 'admission-programmes' | 'admission-rounds',
  values: object,
) => recordsOf(context).insert(systemPermit('demo', getResource(resource), 'create'), values)

async function currentSession({ database }: Context): Promise<string> {
  const [settings] = await database.query<{ id: string }>(
    'select admission_session_id as id from settings',
  )
  if (!settings) throw new Error('the settings are missing')
  return settings.id
}

/** Offers a programme in the current admission session, with places allocated by merit. */
export async function offerByMerit(
  context: Context,
  specializationId: string,
  rules: object = {},
): Promise<void> {
  const places = {
    admissionSessionId: await currentSession(context),
    placesBudget: 10,
    placesFee: 5,
  }
  const formula = '0.8 * examGrade + 0.2 * baccalaureateAverage'
  await createByProgram(context, 'admission-programmes', {
    ...places,
    formula,
    ...rules,
    specializationId,
  })
}

/** Adds a round to the current admission session. */
export const addRound = async (context: Context, values: object) =>
  createByProgram(context, 'admission-rounds', {
    ...{ admissionSessionId: await currentSession(context), ...values },
  })

/** Returns the formulas of a programme in the current admission session. */
async function formulasIn(context: Context, specializationId: string): Promise<readonly string[]> {
  const [programme] = await context.database.query<{ formulas: readonly string[] }>(
    `select array_remove(array[formula, first_tie, second_tie, third_tie, fourth_tie, fifth_tie], null) as formulas from admission_programmes
     where admission_session_id = $1 and specialization_id = $2`,
    [await currentSession(context), specializationId],
  )
  return programme?.formulas ?? []
}

/**
 * Publishes an applicant's result for each choice, and returns the draft. `won` is the choice that
 * was awarded.
 */
export async function publishResult(
  context: Context,
  registrationId: string,
  {
    quotas: choices,
    won,
    round,
    missing = [],
    ineligible = null,
    change = won ? 'first' : 'waiting',
    from,
    cause = null,
    causeDetails = null,
  }: {
    readonly quotas: readonly ChoiceResult[]
    readonly won?: ChoiceResult
    readonly round: { readonly [field: string]: unknown }
    readonly missing?: readonly string[]
    readonly ineligible?: readonly IneligibleChoice[] | null
    readonly change?: ResultChange
    /** The place before. */
    readonly from?: ChoiceResult
    readonly cause?: ResultCause | null
    readonly causeDetails?: CauseDetails | null
  },
): Promise<string> {
  const { database, clock } = context
  const { id: roundId } = await createByProgram(context, 'admission-rounds', {
    ...{ admissionSessionId: await currentSession(context), number: 1, ...round },
  })
  const draft_id = randomUUID()
  await insertRow(database, 'admission_drafts', {
    id: draft_id,
    admission_round_id: roundId,
    state: 'notified',
  })
  for (const [index, choice] of choices.entries()) {
    const { specializationId, kind, applicants, waitingPosition, lastAverage, ties = [] } = choice
    await insertRow(database, 'admission_quota', {
      ...{
        draft_id,
        specialization_id: specializationId,
        kind,
        number: index + 1,
        places: 10,
        taken: 10,
        applicants,
      },
      waiting: waitingPosition === 0 ? 0 : 9,
      last_average: lastAverage,
      last_ties: ties.map(({ last }) => last),
      last_lot: choice.lastLot ?? null,
      held: choice.held ?? 0,
      formulas: await formulasIn(context, specializationId),
    })
  }
  await insertRow(database, 'admission_result', {
    ...{
      draft_id,
      registration_id: registrationId,
      outcome: won ? 'won' : missing.length > 0 ? 'incomplete' : 'waiting',
      missing: JSON.stringify(missing),
      ineligible: ineligible && JSON.stringify(ineligible),
      ...{ change, cause, cause_details: causeDetails && JSON.stringify(causeDetails) },
      from_specialization_id: from?.specializationId ?? null,
      from_kind: from?.kind ?? null,
      notified_at: clock.now().toISOString(),
    },
    ...(won && {
      specialization_id: won.specializationId,
      kind: won.kind,
      choice: choices.indexOf(won) + 1,
    }),
    quotas: choices.map((_, index) => index + 1),
    averages: choices.map(({ average }) => average),
    ...Object.fromEntries(
      tieColumns.map((column, index) => [
        column,
        choices.map(({ ties }) => ties?.[index]?.own ?? null),
      ]),
    ),
    positions: choices.map(({ position }) => position),
    reasons: choices.map(({ reason }) => reason),
    decided_by: choices.map(({ reason, ties }) => (reason === 'tie' ? (ties?.length ?? 0) : 0)),
    waiting_positions: choices.map(({ waitingPosition }) => waitingPosition),
  })
  return draft_id
}
