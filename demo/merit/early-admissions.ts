/**
 * Early admissions to bachelor's programmes: last year's, and this year's with two released rounds.
 * Their applications are few and chosen so that each state of an application after a release
 * occurs. `run-early-admissions.ts` runs their rounds.
 */
import { daysAfter } from '@matricola/schema/values/dates.ts'
import { toReferenceCode } from '#resources/admission/reference-code.ts'
import { takenValuesOf } from '../applicants.ts'
import { buildHistory, type DemoHistory } from '../application-history.ts'
import { academicYearName } from '../calendar.ts'
import { translationFields } from '../catalogue/translations.ts'
import { createRecordBase, type DemoRow, type DemoTools, itemInCycle } from '../rows.ts'
import { makeMeritApplication } from './applications.ts'
import type { MeritInputs } from './first-session.ts'
import { makeReview } from './history-entries.ts'
import type { MeritChoice } from './places.ts'

const hour = 3_600_000

interface PlannedApplication {
  readonly grade: number
  /** Codes of the programmes, best first. */
  readonly choices: readonly string[]
  /** Whether a fee-paying place is accepted as well. */
  readonly paysFee?: true
  readonly isAbsent?: true
  readonly isUnchecked?: true
}

/** Applications by what becomes of them. The comments name the round that decides. */
const thisYear = {
  // Round I: confirmed.
  keepsFirst: { grade: 9.2, choices: ['INF-RO'] },
  keepsSecond: { grade: 9.1, choices: ['INF-RO'] },
  keepsLaw: { grade: 9.4, choices: ['DRE'] },
  movesUp: { grade: 9, choices: ['CAL', 'PSI'] },
  floats: { grade: 8.95, choices: ['INF-RO', 'PSI'] },
  // Round I: places that become free for round II.
  leavesLaw: { grade: 9.3, choices: ['DRE'] },
  losesLaw: { grade: 9.25, choices: ['DRE'], paysFee: true },
  losesComputers: { grade: 9.5, choices: ['CAL'] },
  losesMathematics: { grade: 9.7, choices: ['MAI'] },
  losesEducation: { grade: 9.65, choices: ['PED'] },
  // Round II: the grades were confirmed too late for round I.
  waitsBehindKept: { grade: 9.9, choices: ['INF-RO'], isUnchecked: true },
  // Round II, before and after an upheld appeal.
  appeals: { grade: 8.7, choices: ['DRE'] },
  becomesFeePaying: { grade: 9, choices: ['DRE'], paysFee: true },
  movesDown: { grade: 8.9, choices: ['DRE', 'PSI'], paysFee: true },
  isRetracted: { grade: 8.6, choices: ['PSI'] },
  // Round II, before and after a withdrawal.
  leavesMathematics: { grade: 9.15, choices: ['MAI'] },
  movesUpUnconfirmed: { grade: 8.95, choices: ['MAI', 'PED'] },
  followsInEducation: { grade: 8.5, choices: ['PED'] },
  isNotRanked: { grade: 8.4, choices: ['PSI'], isAbsent: true },
  /** Sent after the last results. */
  isReady: { grade: 8.8, choices: ['PSI'], isUnchecked: true },
  // Round II: a move to a place with a fee.
  losesFinance: { grade: 9.6, choices: ['FIB'] },
  movesUpToPay: { grade: 9.05, choices: ['FIB', 'MAN'] },
  // After round II: an upheld appeal that a confirmed place prevents from giving the first choice.
  isBlocked: { grade: 8.4, choices: ['CAL', 'MAI'] },
} as const satisfies { readonly [name: string]: PlannedApplication }
const lastYear = {
  wonLastYear: { grade: 9.3, choices: ['PSI'] },
  isNotAdmitted: { grade: 8.9, choices: ['PSI'] },
} as const satisfies { readonly [name: string]: PlannedApplication }

/** The names of the applications, by their outcome. */
export type EarlyApplication = keyof typeof thisYear | keyof typeof lastYear
const lateApplication: EarlyApplication = 'isReady'

const names = [...Object.keys(lastYear), ...Object.keys(thisYear)] as EarlyApplication[] // Their keys.
/** Reference number of an application, the same in every demo. */
export const earlyReferenceOf = (name: EarlyApplication): string =>
  toReferenceCode(String(7_000_001 + names.indexOf(name)))

const placesByCode = {
  'INF-RO': { placesBudget: 2, placesFee: 0 },
  CAL: { placesBudget: 1, placesFee: 0 },
  PSI: { placesBudget: 2, placesFee: 0 },
  DRE: { placesBudget: 2, placesFee: 1 },
  MAI: { placesBudget: 1, placesFee: 0 },
  PED: { placesBudget: 1, placesFee: 0 },
  FIB: { placesBudget: 1, placesFee: 0, confirmationFee: 500 },
  MAN: { placesBudget: 1, placesFee: 0 },
} as const

/** Days from today, of this year's rounds. */
export const earlyDays = {
  opened: -40,
  closed: -26,
  results: [-14, -3, 11],
  waitingEnds: 22,
} as const
/** Days between the two years, a whole number of weeks. */
export const daysPerYear = 364

interface Applications {
  readonly registrations: readonly DemoRow<'registrations'>[]
  readonly choices: readonly MeritChoice[]
  readonly history: DemoHistory
}

export interface EarlyAdmissions extends Applications {
  readonly sessions: readonly DemoRow<'admission-sessions'>[]
  /** The round of last year, and those of this year. */
  readonly rounds: readonly DemoRow<'admission-rounds'>[]
  readonly programmes: readonly DemoRow<'admission-programmes'>[]
  readonly ids: { readonly [name in EarlyApplication]: string }
  /** The application that is sent after the last results. */
  readonly late: Applications
}

export function makeEarlyAdmissions(inputs: MeritInputs, tools: DemoTools): EarlyAdmissions {
  const taken = takenValuesOf(inputs.students, inputs.otherApplications)
  const last = makeSession(inputs, { yearsAgo: 1, codes: ['PSI'] }, tools)
  const current = makeSession(inputs, { yearsAgo: 0, codes: Object.keys(placesByCode) }, tools)
  const all: (Applications & { readonly name: EarlyApplication; readonly id: string })[] = []
  const plans = [
    ...Object.entries(lastYear).map((plan) => ({ plan, session: last.session })),
    ...Object.entries(thisYear).map((plan) => ({ plan, session: current.session })),
  ] as { plan: [EarlyApplication, PlannedApplication]; session: typeof last.session }[] // The entries have these keys.
  for (const [index, { plan, session }] of plans.entries()) {
    const [name, { grade, choices, ...planned }] = plan
    const specializations = choices.map((code) => findSpecialization(inputs, code))
    const [specialization, ...further] = specializations
    if (!specialization) throw new Error(`${name} has no choice`)
    const isLate = name === lateApplication
    const at = dayAt(tools, -1, 10)
    const fundingPreference = planned.paysFee ? ('budget_then_fee' as const) : ('budget' as const)
    const first = {
      ...makeMeritApplication(
        isLate ? { ...session, opensAt: at, closesAt: at } : session,
        specialization,
        taken,
        tools,
      ),
      referenceCode: earlyReferenceOf(name),
      ...{ fundingPreference, baccalaureateAverage: grade },
      examGrade: planned.isAbsent ? null : grade,
    }
    const by = itemInCycle(inputs.staff, index)
    const { steps } = makeReview(first, { by, days: 3, isChecked: !planned.isUnchecked }, tools)
    const { row, changes, events } = buildHistory(first, isLate ? [] : steps, tools)
    all.push({
      ...{ name, id: row.id, registrations: [row], history: { changes, events } },
      choices: further.map(({ id: specializationId }, position) => ({
        ...createRecordBase(tools, Date.parse(first.createdAt)),
        registrationId: row.id,
        position: position + 2,
        ...{ specializationId, fundingPreference: 'budget' as const },
      })),
    })
  }
  return {
    sessions: [last.session, current.session],
    rounds: [...last.rounds, ...current.rounds],
    programmes: [...last.programmes, ...current.programmes],
    ids: Object.fromEntries(all.map(({ name, id }) => [name, id])) as EarlyAdmissions['ids'], // One entry for each name.
    ...joined(all.filter(({ name }) => name !== lateApplication)),
    late: joined(all.filter(({ name }) => name === lateApplication)),
  }
}

const joined = (all: readonly Applications[]): Applications => ({
  registrations: all.flatMap(({ registrations }) => registrations),
  choices: all.flatMap(({ choices }) => choices),
  history: {
    changes: all.flatMap(({ history }) => history.changes),
    events: all.flatMap(({ history }) => history.events),
  },
})

function findSpecialization({ specializations }: MeritInputs, code: string) {
  const found = specializations.find((one) => one.code === code)
  if (!found) throw new Error(`the demo has no programme ${code}`)
  return found
}

/** An hour of a day, counted from today. */
export const dayAt = ({ calendar }: Pick<DemoTools, 'calendar'>, days: number, hours: number) =>
  new Date(Date.parse(`${daysAfter(calendar.today, days)}T00:00Z`) + hours * hour).toISOString()

interface SessionPlan {
  readonly yearsAgo: 0 | 1
  readonly codes: readonly string[]
}

function makeSession(inputs: MeritInputs, { yearsAgo, codes }: SessionPlan, tools: DemoTools) {
  const { calendar } = tools
  const offset = -yearsAgo * daysPerYear
  const makeBase = () =>
    createRecordBase(tools, Date.parse(dayAt(tools, offset + earlyDays.opened - 30, 9)))
  const dayOf = (days: number) => daysAfter(calendar.today, offset + days)
  const name = `Admitere anticipată ${calendar.startYear - yearsAgo}`
  const [firstResults, ...laterResults] = earlyDays.results
  const lastResults = yearsAgo === 0 ? (laterResults.at(-1) ?? firstResults) : firstResults
  const session = {
    ...makeBase(),
    ...{ name, ...translationFields('name', name) },
    academicYear: academicYearName(calendar.startYear - yearsAgo),
    degree: 'bachelor' as const,
    opensAt: dayAt(tools, offset + earlyDays.opened, 6),
    closesAt: dayAt(tools, offset + earlyDays.closed, 14),
    waitingEndsOn: dayOf(yearsAgo === 0 ? earlyDays.waitingEnds : firstResults + 9),
    hasRounds: true,
    ...{ enrolFrom: dayOf(lastResults + 8), enrolUntil: dayOf(lastResults + 14) },
  }
  const rounds = [firstResults, ...(yearsAgo === 0 ? laterResults : [])].map((days, index) => {
    const roundName = itemInCycle(['Etapa I', 'Etapa a II-a', 'Etapa a III-a'], index)
    return {
      ...makeBase(),
      admissionSessionId: session.id,
      ...{ name: roundName, ...translationFields('name', roundName), number: index + 1 },
      ...{ resultsOn: dayOf(days), appealUntil: dayOf(days + 5), confirmBy: dayOf(days + 7) },
    }
  })
  const programmes = codes.map((code) => ({
    ...makeBase(),
    admissionSessionId: session.id,
    specializationId: findSpecialization(inputs, code).id,
    ...(yearsAgo === 0
      ? placesByCode[code as keyof typeof placesByCode]
      : { placesBudget: 1, placesFee: 0 }),
    ...{ formula: '0.8 * examGrade + 0.2 * baccalaureateAverage', firstTie: 'examGrade' },
    ties: 'together' as const,
  }))
  return { session, rounds, programmes }
}
