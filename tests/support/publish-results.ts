/** Published admission results, inserted directly instead of computed by a ranking. */
import { randomUUID } from 'node:crypto'
import type { Context } from '@matricola/server/context.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { insertRow } from '@matricola/testing/insert-rows.ts'
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
  /** Average of the last admitted applicant, if there is a waiting list. */
  readonly requiredAverage: number | null
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

/** Publishes an applicant's result for each choice. `won` is the choice that was awarded. */
export async function publishResult(
  context: Context,
  registrationId: string,
  {
    quotas: choices,
    won,
    round,
  }: {
    readonly quotas: readonly ChoiceResult[]
    readonly won?: ChoiceResult
    readonly round: { readonly [field: string]: unknown }
  },
): Promise<void> {
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
  for (const [index, { specializationId, kind, applicants, requiredAverage }] of choices.entries())
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
      ...{ waiting: requiredAverage === null ? 0 : 9, last_average: requiredAverage },
    })
  await insertRow(database, 'admission_result', {
    ...{
      draft_id,
      registration_id: registrationId,
      outcome: won ? 'won' : 'waiting',
      missing: '[]',
      notified_at: clock.now().toISOString(),
    },
    ...(won && {
      specialization_id: won.specializationId,
      kind: won.kind,
      choice: choices.indexOf(won) + 1,
    }),
    quotas: choices.map((_, index) => index + 1),
    averages: choices.map(({ average }) => average),
    positions: choices.map(({ position }) => position),
    waiting_positions: choices.map(({ waitingPosition }) => waitingPosition),
  })
}
