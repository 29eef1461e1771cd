/** Merit-based admission to master's programmes: rounds, places and formulas. */
import { daysAfter } from '@matricola/schema/values/dates.ts'
import { academicYearName } from '../calendar.ts'
import { translationFields } from '../catalogue/translations.ts'
import type { Specialization } from '../departments.ts'
import {
  createRecordBase,
  type DemoRow,
  type DemoRowWith,
  type DemoTools,
  itemInCycle,
} from '../rows.ts'

const day = 86_400_000

export type MeritProgramme = DemoRowWith<
  'admission-programmes',
  'specializationId' | 'placesBudget' | 'placesFee' | 'formula' | 'firstTie' | 'ties'
> &
  Pick<DemoRow<'admission-programmes'>, 'requirements' | 'applicationFee' | 'confirmationFee'>
export type MeritRound = DemoRowWith<'admission-rounds', 'resultsOn' | 'confirmBy'> & {
  readonly resultsOn: string
  readonly confirmBy: string
}

export interface MeritAdmission {
  readonly session: DemoRowWith<'admission-sessions', 'opensAt' | 'closesAt'> & {
    readonly opensAt: string
    readonly closesAt: string
  }
  readonly rounds: readonly [first: MeritRound, second: MeritRound]
  readonly programmes: readonly MeritProgramme[]
  readonly kinds: readonly DemoRowWith<'place-kinds', 'name'>[]
  readonly reservedPlaces: readonly DemoRowWith<
    'special-places',
    'admissionProgrammeId' | 'placeKindId' | 'places'
  >[]
  /** Application fees that differ by citizenship. */
  readonly fees: readonly MeritFee[]
}

/**
 * Number of days since applications opened, since they closed, and since the results of the first
 * round were released.
 */
const openedDaysAgo = 34
const closedDaysAgo = 18
const releasedDaysAgo = 9

/**
 * Creates the admission session. Exams are over, the first round has ended, and the results of the
 * second are ready to be released.
 */
export function makeMeritSession(
  specializations: readonly Specialization[],
  tools: DemoTools,
): MeritAdmission {
  const { calendar } = tools
  const midnight = Date.parse(`${calendar.today}T00:00:00Z`)
  const makeBase = () => createRecordBase(tools, midnight - 80 * day + 9 * 3_600_000)
  const name = `Admitere master ${calendar.startYear}`
  const session = {
    ...makeBase(),
    name,
    ...translationFields('name', name),
    academicYear: academicYearName(calendar.startYear),
    opensAt: new Date(midnight - openedDaysAgo * day + 6 * 3_600_000).toISOString(),
    closesAt: new Date(midnight - closedDaysAgo * day + 14 * 3_600_000).toISOString(),
    waitingEndsOn: daysAfter(calendar.today, 14),
    hasRounds: true,
    enrolFrom: daysAfter(calendar.today, 8),
    enrolUntil: daysAfter(calendar.today, 18),
  }
  const round = (number: number, name: string, daysFromToday: number): MeritRound => {
    const resultsOn = daysAfter(calendar.today, daysFromToday)
    const dates = {
      resultsOn,
      appealUntil: daysAfter(resultsOn, 2),
      confirmBy: daysAfter(resultsOn, 7),
    }
    const names = { name, ...translationFields('name', name) }
    return { ...makeBase(), admissionSessionId: session.id, ...names, number, ...dates }
  }
  const programmes = specializations
    .filter(({ cycle }) => cycle === 'master')
    .map((one, index, { length }) => ({
      ...makeBase(),
      admissionSessionId: session.id,
      specializationId: one.id,
      placesBudget: itemInCycle([30, 26, 24, 22], index),
      placesFee: itemInCycle([20, 16, 12], index),
      formula: '0.6 * examGrade + 0.4 * degreeAverage',
      firstTie: 'examGrade',
      // One programme breaks ties by three grades, and one requires a minimum in the exam.
      ...(index === 1 && {
        secondTie: 'degreeAverage',
        thirdTie: 'baccalaureateAverage',
      }),
      ...(index === 2 && { requires: 'examGrade >= 6' }),
      // Applicants with equal averages at the last place are all admitted, except in one programme
      // with limited places.
      ties: index === 1 ? ('lot' as const) : ('together' as const),
      ...(index === 0 && { applicationFee: 150 }),
      ...(index === length - 1 && { requirements: ['motivation' as const] }),
    }))
  const kinds = [
    { ...makeBase(), name: 'Români de pretutindeni', funding: 'budget' as const, isActive: true },
    { ...makeBase(), name: 'Candidați romi', funding: 'budget' as const, isActive: true },
  ]
  return {
    session,
    rounds: [round(1, 'Etapa I', -releasedDaysAgo), round(2, 'Etapa a II-a', 0)],
    programmes,
    kinds,
    fees: [],
    reservedPlaces: programmes.flatMap(({ id }) =>
      kinds.map((kind, index) => ({
        ...makeBase(),
        admissionProgrammeId: id,
        placeKindId: kind.id,
        places: 2 - index,
      })),
    ),
  }
}

/** An application fee without the columns of a stored record. */
export type MeritFee = Pick<DemoRowWith<'admission-fees', MeritFeeField>, MeritFeeField>
type MeritFeeField = 'admissionSessionId' | 'fee' | 'when' | 'amount' | 'position' | 'isActive'

export type MeritChoice = DemoRowWith<
  'application-choices',
  'registrationId' | 'position' | 'specializationId' | 'fundingPreference'
>
export type MeritApplication = DemoRow<'registrations'> &
  Pick<DemoRowWith<'registrations', 'specializationId'>, 'specializationId'>
