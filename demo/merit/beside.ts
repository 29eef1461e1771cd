/** A second session for master's programmes, parallel to the current admission, with tuition places and confirmation fees. */
import { daysAfter } from '#model/values/dates.ts'
import { takenBy } from '../applicants.ts'
import { academicYearFrom } from '../calendar.ts'
import type { Specialization } from '../departments.ts'
import { around, born, type Row, type Tools } from '../rows.ts'
import { type ChangeRow, type Doer, type EventRow, type Step, trailOf } from '../trail.ts'
import { furtherChoices, sentIn, specializationOf } from './applied.ts'
import { besideLines } from './bank.ts'
import { type End, feeEntries, feesOf, type PlaceFee, paidStep, placeFeeEntries, settledStep } from './fees.ts'
import type { MeritOffice } from './merit.ts'
import type { Applied, Merit, Round } from './places.ts'
import { resultsOf, type ToldResults } from './results.ts'
import { confirming, heard, leaving, reviewed, toldDraft } from './steps.ts'

const people = 54
const hour = 3_600_000
const day = 24 * hour

/** How many days ago applications opened and closed and the results were released. */
const openedBefore = 16
const closedBefore = 5
const toldBefore = 2

/**
 * Creates the session for places that the first session cannot fill. Applications for master's programmes currently belong to this
 * session.
 */
function makeBeside(specializations: readonly Specialization[], tools: Tools): Merit {
  const { calendar } = tools
  const midnight = Date.parse(`${calendar.today}T00:00:00Z`)
  const made = () => born(tools, midnight - 30 * day + 9 * hour)
  const session = {
    ...made(),
    ...{ name: `Admitere master ${calendar.startYear}, sesiunea a II-a`, academicYear: academicYearFrom(calendar.startYear) },
    ...{ degree: 'master' as const, isBeside: true },
    opensAt: new Date(midnight - openedBefore * day + 6 * hour).toISOString(),
    closesAt: new Date(midnight - closedBefore * day + 14 * hour).toISOString(),
  }
  const round = (number: number, name: string, fromToday: number): Round => {
    const resultsOn = daysAfter(calendar.today, fromToday)
    const dates = { resultsOn, appealUntil: daysAfter(resultsOn, 3), confirmBy: daysAfter(resultsOn, 7) }
    return { ...made(), admissionSessionId: session.id, name: `Sesiunea a II-a, ${name}`, number, ...dates }
  }
  const programmes = specializations
    .filter(({ cycle }) => cycle === 'master')
    .map((one, turn) => ({
      ...made(),
      ...{ admissionSessionId: session.id, specializationId: one.id, placesBudget: 0, placesFee: around([6, 5, 7, 4], turn) },
      // Ranked by documents only, without an exam.
      ...{ formula: '0.7 * degreeAverage + 0.3 * baccalaureateAverage', firstTie: 'degreeAverage', ties: 'together' as const },
      applicationFee: around([120, 120, 150], turn),
      // Two in three programmes require a fee before a place is confirmed, the others only a click.
      ...(turn % 3 !== 2 && { confirmationFee: 400 }),
    }))
  return { session, rounds: [round(1, 'etapa I', -toldBefore), round(2, 'etapa a II-a', 7)], programmes, kinds: [], special: [] }
}

/** Most fees were paid by transfer or at the office; some were waived, and some are still owed. */
const endAt = (turn: number): End => {
  if (turn % 9 === 4) return 'owed'
  if (turn % 13 === 6) return 'waived'
  return turn % 5 === 0 ? 'cash' : turn % 5 === 3 ? 'card' : 'transfer'
}

/** Generates applications that were ranked and whose places are being confirmed. */
export function makeBesideAdmission(office: MeritOffice, tools: Tools) {
  const { random } = tools
  const merit = makeBeside(office.specializations, tools)
  const [round] = merit.rounds
  const taken = takenBy(office.students, office.others)
  const applied = Array.from({ length: people }, () => {
    const specialization = specializationOf(random.pick(merit.programmes), office.specializations)
    const degreeAverage = Math.round(Math.min(10, 6.4 + (random.share() + random.share()) * 1.9) * 20) / 20
    return { ...sentIn(merit.session, specialization, taken, tools), degreeAverage, fundingPreference: 'fee' } satisfies Applied
  })
  const choices = applied.flatMap((one) => furtherChoices(merit, one, ['fee'], tools))
  const fees = new Map(feesOf(merit, applied, choices, endAt).map((fee) => [fee.id, fee]))
  const sent = applied.map((one, turn) => {
    const by = around(office.staff, turn)
    const { steps, ...review } = reviewed(one, { by, days: 2, isChecked: turn % 29 !== 11 }, tools)
    const fee = fees.get(one.id)
    return { ...review, by, steps: [...(fee ? settledStep(fee, by) : []), ...steps], owesFee: fee?.end === 'owed' }
  })
  const results = resultsOf(
    merit,
    sent.map(({ row, owesFee }) => ({ ...row, owesFee })),
    choices,
  )
  const notifiedAt = Date.parse(`${round.resultsOn}T08:33:00Z`)
  const outcomes = new Map(results.rows.map((row) => [row.id, row]))
  const amounts = new Map(merit.programmes.map(({ specializationId, confirmationFee }) => [specializationId, confirmationFee]))
  const made: Row<'registrations'>[] = []
  const changes: ChangeRow[] = []
  const events: EventRow[] = []
  const paid: PlaceFee[] = []
  for (const { first, by, steps } of sent) {
    const news = heard(outcomes.get(first.id), { round, notifiedAt })
    const amount = amounts.get(news?.set?.wonSpecializationId ?? '') ?? null
    const { share, at } = { share: random.share(), at: notifiedAt + random.between(2, 36) * hour }
    const after = afterwards(news, { share, at, by, hasFee: amount !== null })
    if (amount !== null && share < confirmedUntil)
      paid.push({
        id: first.id,
        reference: first.referenceCode ?? '',
        amount,
        paidAt: at,
        end: share < confirmedUntil / 3 ? 'cash' : 'transfer',
      })
    const told = trailOf(first, [...steps, ...after], tools)
    made.push(told.row)
    changes.push(...told.changes)
    events.push(...told.events)
  }
  const drafts = [toldDraft({ round, notifiedAt, admin: office.admin.id }, results, tools)] as const
  const told: ToldResults = { draftId: drafts[0].id, notifiedAt: new Date(notifiedAt).toISOString(), ...results }
  const settled = [...fees.values()]
  const payers = new Map(made.map((row) => [row.id, row]))
  return {
    ...merit,
    ...{ choices, registrations: made, drafts, trail: { changes, events }, told },
    finances: [...feeEntries(settled, tools), ...placeFeeEntries(paid, tools)],
    'bank-payments': besideLines({ fees: settled, places: paid, payers }, tools),
  }
}

/** Cumulative shares of applicants with a place who have confirmed it, and who have withdrawn. */
const confirmedUntil = 0.45
const leftUntil = 0.5

interface Answer {
  readonly share: number
  readonly at: number
  readonly by: Doer
  readonly hasFee: boolean
}

/** Returns the result of an applicant and what followed: confirmed by paying the fee or by clicking, withdrawn, or still open. */
function afterwards(news: Step | null, { share, at, by, hasFee }: Answer): Step[] {
  if (!news) return []
  if (news.event !== 'accepted' || share >= leftUntil) return [news]
  if (share >= confirmedUntil) return [news, leaving(at, 'withdrawn')]
  return [news, ...(hasFee ? [paidStep(at, by), confirming(at, 'system')] : [confirming(at, 'applicant')])]
}
