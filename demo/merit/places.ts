/** Admission to master's programmes by merit: rounds, places and formulas. */
import { daysAfter } from '#model/values/dates.ts'
import { academicYearFrom } from '../calendar.ts'
import type { Specialization } from '../departments.ts'
import { around, born, type Row, type RowWith, type Tools } from '../rows.ts'

const day = 86_400_000

export type MeritProgramme = RowWith<
  'admission-programmes',
  'specializationId' | 'placesBudget' | 'placesFee' | 'formula' | 'firstTie' | 'ties'
> &
  Pick<Row<'admission-programmes'>, 'asks' | 'applicationFee' | 'confirmationFee'>
export type Round = RowWith<'admission-rounds', 'resultsOn' | 'confirmBy'> & { readonly resultsOn: string; readonly confirmBy: string }

export interface Merit {
  readonly session: RowWith<'admission-sessions', 'opensAt' | 'closesAt'> & { readonly opensAt: string; readonly closesAt: string }
  readonly rounds: readonly [first: Round, second: Round]
  readonly programmes: readonly MeritProgramme[]
  readonly kinds: readonly RowWith<'place-kinds', 'name'>[]
  readonly special: readonly RowWith<'special-places', 'admissionProgrammeId' | 'placeKindId' | 'places'>[]
}

/** How many days ago applications opened and closed and the results of the first round were released. */
const openedBefore = 34
const closedBefore = 18
const toldBefore = 9

/** Creates the admission. Exams are over, the first round has ended, and the results of the second are ready to be released. */
export function makeMerit(specializations: readonly Specialization[], tools: Tools): Merit {
  const { calendar } = tools
  const midnight = Date.parse(`${calendar.today}T00:00:00Z`)
  const made = () => born(tools, midnight - 80 * day + 9 * 3_600_000)
  const session = {
    ...made(),
    name: `Admitere master ${calendar.startYear}`,
    academicYear: academicYearFrom(calendar.startYear),
    opensAt: new Date(midnight - openedBefore * day + 6 * 3_600_000).toISOString(),
    closesAt: new Date(midnight - closedBefore * day + 14 * 3_600_000).toISOString(),
  }
  const round = (number: number, name: string, fromToday: number): Round => {
    const resultsOn = daysAfter(calendar.today, fromToday)
    const dates = { resultsOn, appealUntil: daysAfter(resultsOn, 2), confirmBy: daysAfter(resultsOn, 7) }
    return { ...made(), admissionSessionId: session.id, name, number, ...dates }
  }
  const programmes = specializations
    .filter(({ cycle }) => cycle === 'master')
    .map((one, turn, { length }) => ({
      ...made(),
      admissionSessionId: session.id,
      specializationId: one.id,
      placesBudget: around([30, 26, 24, 22], turn),
      placesFee: around([20, 16, 12], turn),
      formula: '0.6 * examGrade + 0.4 * degreeAverage',
      firstTie: 'examGrade',
      // Applicants with equal averages at the last place are all admitted, except in one programme with limited seats.
      ties: turn === 1 ? ('lot' as const) : ('together' as const),
      ...(turn === 0 && { applicationFee: 150 }),
      ...(turn === length - 1 && { asks: ['motivation' as const] }),
    }))
  const kinds = [
    { ...made(), name: 'Români de pretutindeni', funding: 'budget' as const, isActive: true },
    { ...made(), name: 'Candidați romi', funding: 'budget' as const, isActive: true },
  ]
  return {
    session,
    rounds: [round(1, 'Etapa I', -toldBefore), round(2, 'Etapa a II-a', 0)],
    programmes,
    kinds,
    special: programmes.flatMap(({ id }) =>
      kinds.map((kind, turn) => ({ ...made(), admissionProgrammeId: id, placeKindId: kind.id, places: 2 - turn })),
    ),
  }
}

export type ChoiceRow = RowWith<'application-choices', 'registrationId' | 'position' | 'specializationId' | 'fundingPreference'>
export type Applied = Row<'registrations'> & Pick<RowWith<'registrations', 'specializationId'>, 'specializationId'>
