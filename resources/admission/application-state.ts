/**
 * The state of an application: who acts next, the words about it on pages, in emails and on
 * receipts, its dates, and its milestones. Nothing else words a state or formats its dates.
 */
import {
  formatLongDay,
  formatLongInstant,
  formatMoment,
  today,
} from '@matricola/schema/values/dates.ts'
import { formatAmount } from '../currency.ts'
import { registrations } from '../registrations.ts'
import {
  findEvents,
  hidesOutcome,
  type Known,
  type KnownResult,
  type RoundFacts,
  reviewDueOn,
  type StateFacts,
  type StateReader,
} from './application-facts.ts'
import { milestonesOf } from './application-milestones.ts'
import type { ApplicationStateName } from './application-states.ts'
import type { ResultChange } from './ranking.ts'
import { nameIn } from './translated-name.ts'
import type { RegistrationStatus, WirePlace, WireState } from './wire.ts'

export type Turn = WireState['turn']
export type StateDate = WireState['dates'][number]
type Chip = WireState['chip']
type Params = WireState['params']

/** A state that was found, before its text keys are complete. */
interface Found {
  readonly state: ApplicationStateName
  readonly turn: Turn
  /** Names of the texts of this state, if they are not the usual ones. */
  readonly chip?: string
  readonly title?: string
  readonly sentence?: string
  /** State whose chip is shown instead. */
  readonly chipOf?: ApplicationStateName
  readonly params?: Params
  /** Dates that may not be set. The next one is first. */
  readonly dates?: readonly (Omit<StateDate, 'date'> & { readonly date: string | null })[]
}

function knownFrom(facts: StateFacts, now: Date, reader: StateReader): Known {
  const day = today(now)
  const last = facts.rounds.findLastIndex(({ notifiedAt }) => notifiedAt !== null)
  // Results that are late have no day.
  const rounds = facts.rounds.map(({ resultsOn, ...round }) => ({
    ...round,
    resultsOn: resultsOn !== null && resultsOn >= day ? resultsOn : null,
  }))
  return {
    ...{ ...facts, rounds, found: findEvents(facts), reader, day, now },
    lastRound: rounds[last] ?? null,
    nextRound: rounds.find(({ isOver }, i) => i > last && !isOver) ?? null,
  }
}

/** The state without its texts, dates and milestones. */
export const stateNameOf = (...known: Parameters<typeof knownFrom>): ApplicationStateName =>
  findState(knownFrom(...known)).state

export function stateOf(facts: StateFacts, now: Date, reader: StateReader): WireState {
  const known = knownFrom(facts, now, reader)
  const found = findState(known)
  const { state, turn, chip = 'chip', title = 'title', sentence = 'sentence' } = found
  const chipOf = found.chipOf ?? state
  return {
    ...{ state, turn },
    chip: {
      text: `application:${chipOf}.${chip}`,
      ...badges[chipOf],
      isSolid: hasSolidBadge.includes(chipOf),
    },
    title: `application:${state}.${title}`,
    sentence: `application:${state}.${sentence}`,
    params: { ...found.params, ...(facts.sex && reader !== 'cnp' ? { sex: facts.sex } : {}) },
    cause: hasCause.includes(state) ? (facts.result?.cause ?? null) : null,
    dates: (found.dates ?? []).flatMap(({ date, ...rest }) =>
      date === null ? [] : [{ ...rest, date }],
    ),
    milestones: milestonesOf(known, state),
  }
}

/** States of which applicants read the cause. */
const hasCause: readonly ApplicationStateName[] = [
  'placeNowFeePaying',
  'placeMovedDown',
  'placeRetracted',
]

/** State of an application that was just submitted. */
export const initialState = (submittedAt: string, fee: StateFacts['fee'] = null) =>
  stateOf(
    {
      status: 'submitted',
      submittedAt,
      isWithdrawn: false,
      events: [],
      dueAt: null,
      isPaused: false,
      appealUntil: null,
      fee,
      ...{
        reasonCode: null,
        sex: null,
        sessionVersion: 0,
        isReady: false,
        rounds: [],
        acceptance: null,
        confirmedAt: null,
      },
      ...{ enrolUntil: null, waitingEndsOn: null, held: null, place: null, moveFee: null },
      result: null,
    },
    new Date(submittedAt),
    'applicant',
  )

/** Words that the texts of a state need from their caller. */
export interface StateWords {
  readonly language: string
  /** Returns a text by key. */
  readonly text: (key: string, params?: Record<string, string>) => string
}

/** Parameters of the texts of a state in a language. */
export function stateParams(
  { params }: Pick<WireState, 'params'>,
  { language, text }: StateWords,
): Record<string, string> {
  const place = (one: WirePlace) => placeInWords(one, { language, text })
  const {
    sex,
    missing,
    amount,
    round,
    place: now,
    placeBefore,
    date,
    offeredOn,
    ...others
  } = params
  const words = Object.entries(others).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, isDay(value) ? formatDayAhead(value, language) : String(value)]],
  )
  return {
    ...Object.fromEntries(words),
    ...(date !== undefined && { date: formatStateDate(date, language) }),
    ...(offeredOn !== undefined && {
      offeredOn: formatLongDay(today(new Date(offeredOn)), language),
    }),
    ...(round && { round: nameIn(round, language) }),
    ...(now && { place: place(now) }),
    ...(placeBefore && { placeBefore: place(placeBefore) }),
    ...(amount !== undefined && { amount: formatAmount(amount, language) }),
    ...(missing && {
      missing: new Intl.ListFormat(language).format(missing.map((words) => words[language] ?? '')),
    }),
    ...(sex && { context: sex }),
  }
}

/** A place in words, such as "Law, state-funded". */
export const placeInWords = (
  { kind, kindName, ...programme }: WirePlace,
  { language, text }: StateWords,
): string =>
  text('application:place', {
    programme: nameIn(programme, language),
    kind: kindName ?? text(`application:kinds.${kind}`),
  })

const lastDays: readonly StateDate['kind'][] = ['confirm', 'payMove', 'appeal', 'enrolment']

/** A date of a state in words. Last days end at midnight. */
export function stateDateText({ kind, date }: StateDate, { language, text }: StateWords): string {
  if (date.includes('T')) return text('public:moment', { date: formatLongInstant(date, language) })
  const day = formatDayAhead(date, language)
  return lastDays.includes(kind) ? text('public:moment', { date: `${day}, 23:59` }) : day
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** A date or an instant in words, in the university's time zone. */
export const formatStateDate = (date: string, language: string) =>
  date.includes('T') ? formatLongInstant(date, language) : formatLongDay(date, language)

/** A date ahead, with its weekday. */
export const formatDayAhead = (day: string, language: string) =>
  formatMoment(new Date(`${day}T00:00Z`), language, { dateStyle: 'full', timeZone: 'UTC' })

const { submitted, under_review, update_requested, in_progress } =
  registrations.fields.status.choices
const resultsChip = { color: 'blue', icon: 'flag' } as const

/** Colour and icon of each state. Those of stored states are declared with them. */
const badges: { readonly [state in ApplicationStateName]: Omit<Chip, 'text' | 'isSolid'> } = {
  ...registrations.fields.placeState.choices,
  received: submitted,
  underReview: under_review,
  changesRequested: update_requested,
  changesReceived: in_progress,
  feeDue: submitted,
  resultsOut: resultsChip,
  resultsOutAct: resultsChip,
}

/** Final states and confirmed places, whose badges are solid. */
const hasSolidBadge: readonly ApplicationStateName[] = [
  ...(['confirmed', 'floating', 'movedUp', 'placeLost'] as const),
  ...(['accepted', 'declined', 'enrolled'] as const),
]

/** States by status, of applications without results. */
const stateByStatus = {
  submitted: 'received',
  under_review: 'underReview',
  update_requested: 'changesRequested',
  in_progress: 'changesReceived',
  accepted: 'accepted',
  declined: 'declined',
} as const satisfies { readonly [status in RegistrationStatus]: ApplicationStateName }

const undecided: readonly RegistrationStatus[] = ['submitted', 'under_review', 'in_progress']

function findState(known: Known): Found {
  const { status, fee, isReady, nextRound, result } = known
  if (result && hidesOutcome(known)) return resultsOut(known, result)
  const state = stateByStatus[status]
  // The review continues in the meantime, but the application is not ranked until the fee is paid.
  if (fee === 'undisclosed' && undecided.includes(status))
    return { state, turn: 'staff', sentence: 'sentenceUndisclosed' }
  if (fee && fee !== 'undisclosed' && undecided.includes(status))
    return {
      ...{ state: 'feeDue', turn: 'applicant', chipOf: state },
      ...(fee.resultsOn === null
        ? {}
        : { sentence: 'sentenceBefore', params: { date: fee.resultsOn } }),
      dates: [{ kind: 'fee', date: fee.resultsOn, sequence: nextRound?.version ?? 0 }],
    }
  if (result && (status === 'submitted' || status === 'under_review'))
    return withoutPlace(known, result)
  if (isReady && nextRound && undecided.includes(status)) {
    const { name, resultsOn } = nextRound
    return {
      ...{ state: 'ready', turn: 'waiting' },
      ...(resultsOn === null
        ? { sentence: 'sentenceUndated', params: { round: name } }
        : { params: { round: name, resultsOn } }),
      dates: [resultsDate(nextRound)],
    }
  }
  switch (status) {
    case 'submitted':
    case 'under_review':
      return inReview(known)
    case 'update_requested':
      return withChangesRequested(known)
    case 'in_progress': {
      const answeredAt = known.found.request?.answeredAt
      return answeredAt
        ? { state, turn: 'staff', params: { date: answeredAt } }
        : { state, turn: 'staff', sentence: 'sentenceProcessed' }
    }
    case 'accepted':
      return known.found.enrolledAt
        ? { state: 'enrolled', turn: 'nobody' }
        : known.place
          ? withPlaceToConfirm(known, known.place)
          : known.moveFee && known.held
            ? withFeeToPay(known, known.moveFee, known.held)
            : withoutPlaceToConfirm(known)
    case 'declined':
      return closed(known)
  }
}

const resultsDate = ({ resultsOn, version }: RoundFacts) =>
  ({ kind: 'results', date: resultsOn, sequence: version }) as const

/** Results whose reader knows only the CNP. */
const resultsOut = ({ place, moveFee }: Known, { round }: KnownResult): Found => {
  const date = place?.confirmBy ?? moveFee?.payBy
  return date === undefined
    ? { state: 'resultsOut', turn: 'waiting', params: { round } }
    : {
        state: 'resultsOutAct',
        turn: 'applicant',
        chipOf: 'resultsOut',
        params: { round, date },
      }
}

function inReview({ status, submittedAt, found, day }: Known): Found {
  if (status === 'under_review') return { state: 'underReview', turn: 'staff' }
  if (found.reviewedAt || found.request)
    return { state: 'received', turn: 'staff', sentence: 'sentenceProcessed' }
  const date = reviewDueOn(submittedAt)
  if (date < day) return { state: 'received', turn: 'staff', sentence: 'sentenceLate' }
  return {
    ...{ state: 'received', turn: 'staff', params: { date } },
    dates: [{ kind: 'review', date, sequence: 0 }],
  }
}

function withChangesRequested({ isPaused, dueAt, now, events }: Known): Found {
  const state = 'changesRequested'
  if (isPaused) return { state, turn: 'staff', sentence: 'sentencePaused' }
  if (dueAt === null) return { state, turn: 'applicant', sentence: 'sentenceUndated' }
  const params = { date: dueAt }
  const requests = events.filter(({ type }) => type === 'updateRequested')
  return new Date(dueAt) < now
    ? { state, turn: 'applicant', sentence: 'sentenceOverdue', params }
    : {
        ...{ state, turn: 'applicant', params },
        dates: [{ kind: 'changes', date: dueAt, sequence: requests.length }],
      }
}

/** The state of an applicant who has a result without a place. */
function withoutPlace({ nextRound, lastRound }: Known, result: KnownResult): Found {
  const { round, waitingNumber, waitingPlace, placeBefore, offeredOn } = result
  const results = nextRound ? [resultsDate(nextRound)] : []
  const appeal = appealDate(result, lastRound)
  const chip = waitingNumber === null ? { chip: 'chipUnnumbered' } : {}
  const n = waitingNumber === null ? {} : { n: waitingNumber }
  const waitingFor = waitingPlace ? { place: waitingPlace } : {}
  if (result.change === 'lost')
    return {
      ...{ state: 'placeRetracted', turn: 'waiting', chipOf: 'waiting', ...chip },
      ...(placeBefore && offeredOn
        ? { params: { ...n, ...waitingFor, round, placeBefore, offeredOn } }
        : { sentence: 'sentenceUnnamed', params: { ...n, ...waitingFor, round } }),
      dates: [...appeal, ...results],
    }
  if (result.outcome === 'incomplete') return notRanked(result, nextRound, { results, appeal })
  return {
    ...{ state: 'waiting', turn: 'waiting', ...chip },
    ...(waitingNumber === null || !waitingPlace
      ? { sentence: 'sentenceUnnumbered', params: { ...n, round } }
      : waitingNumber === 1
        ? { title: 'titleFirst', sentence: 'sentenceFirst', params: { ...n, ...waitingFor, round } }
        : { params: { ...n, ...waitingFor, round } }),
    dates: [...results, ...appeal],
  }
}

/** The state of an applicant who was left out of a ranking. */
function notRanked(
  { round, missing }: KnownResult,
  nextRound: RoundFacts | null,
  { results, appeal }: { readonly [kind in 'results' | 'appeal']: NonNullable<Found['dates']> },
): Found {
  const state = 'notRanked'
  const codes = missing.map(({ code }) => code)
  if (codes.length > 0 && codes.every((code) => code === 'notEligible'))
    return {
      ...{ state, turn: 'waiting', sentence: 'sentenceIneligible', params: { round } },
      dates: appeal,
    }
  const turn = codes.some((code) => missingFromApplicant.includes(code)) ? 'applicant' : 'staff'
  const dates = [...results, ...appeal]
  if (codes.length === 0)
    return {
      ...{ state, turn, params: { round }, dates },
      sentence: nextRound ? 'sentenceUnnamed' : 'sentenceUnnamedLast',
    }
  const ahead = turn === 'applicant' ? 'sentence' : 'sentenceOffice'
  return {
    ...{ state, turn, params: { round, missing: missing.map(({ words }) => words) }, dates },
    sentence: nextRound ? ahead : 'sentenceLast',
  }
}

/** Reasons for not being ranked that only the applicant can remove. */
const missingFromApplicant: readonly string[] = ['feeUnpaid', 'updateRequested']

const appealDate = ({ appealUntil }: KnownResult, lastRound: RoundFacts | null) => [
  { kind: 'appeal', date: appealUntil, sequence: lastRound?.version ?? 0 } as const,
]

const offerStates: { readonly [change in ResultChange]?: ApplicationStateName } = {
  up: 'placeMovedUp',
  nowFeePaying: 'placeNowFeePaying',
  down: 'placeMovedDown',
}

function withPlaceToConfirm(
  known: Known,
  { confirmBy, feeDue }: NonNullable<Known['place']>,
): Found {
  const { result, held, lastRound } = known
  const sequence = lastRound?.version ?? 0
  const state = (result && offerStates[result.change]) ?? 'placeOffered'
  const isNamed = result !== null && result.choice !== null
  const payment = feeDue > 0 ? 'Fee' : ''
  return {
    ...{ state, turn: 'applicant', chipOf: state === 'placeMovedUp' ? 'placeOffered' : state },
    sentence:
      state === 'placeOffered'
        ? `sentence${isNamed ? '' : 'Unnamed'}${payment}`
        : state === 'placeMovedUp'
          ? `sentence${payment}`
          : 'sentence',
    params: {
      confirmBy,
      ...(result && { round: result.round, ...numberOf(result) }),
      ...(held && { place: held }),
      ...(result?.placeBefore && { placeBefore: result.placeBefore }),
      ...(result?.offeredOn && { offeredOn: result.offeredOn }),
    },
    dates: [
      { kind: 'confirm', date: confirmBy, sequence },
      ...(result ? appealDate(result, lastRound) : []),
    ],
  }
}

/** The state of an applicant who was moved to a place and has to pay its fee. */
const withFeeToPay = (
  { result, lastRound }: Known,
  { payBy, due }: NonNullable<Known['moveFee']>,
  held: WirePlace,
): Found => ({
  ...{ state: 'movedUpToPay', turn: 'applicant' },
  params: {
    ...{ confirmBy: payBy, place: held, amount: due },
    ...(result && numberOf(result)),
    ...(result?.placeBefore && { placeBefore: result.placeBefore }),
  },
  dates: [{ kind: 'payMove', date: payBy, sequence: lastRound?.version ?? 0 }],
})

const numberOf = ({ choice, choices }: KnownResult) =>
  choice === null ? {} : { number: choice, count: choices }

/** The state of an accepted applicant who has nothing to confirm. */
function withoutPlaceToConfirm(known: Known): Found {
  const { confirmedAt, held, result, acceptance, nextRound, sessionVersion, day } = known
  if (confirmedAt === null || !held) return { state: 'accepted', turn: 'staff' }
  const enrolUntil = known.enrolUntil !== null && known.enrolUntil >= day ? known.enrolUntil : null
  const enrolment = { kind: 'enrolment', date: enrolUntil, sequence: sessionVersion } as const
  const undated = enrolUntil === null ? 'Undated' : ''
  const number = result ? numberOf(result) : {}
  if (result?.wasConfirmed && result.change !== 'none' && result.choice !== null)
    return {
      ...{ state: 'movedUp', turn: 'staff' },
      // Applicants who confirmed before the question existed did not ask for it.
      sentence: `sentence${acceptance === 'moveUp' ? '' : 'Unasked'}${undated}`,
      params: {
        ...{ ...number, place: held },
        ...(enrolUntil !== null && { enrolUntil }),
        ...(result.placeBefore && { placeBefore: result.placeBefore }),
      },
      dates: [enrolment],
    }
  if (acceptance === 'moveUp' && nextRound) {
    const { name: round, resultsOn } = nextRound
    return {
      ...{ state: 'floating', turn: 'waiting' },
      ...(resultsOn === null
        ? { sentence: 'sentenceUndated', params: { ...number, place: held, round } }
        : { params: { ...number, place: held, round, resultsOn } }),
      dates: [resultsDate(nextRound), enrolment],
    }
  }
  return {
    ...{ state: 'confirmed', turn: 'staff' },
    sentence: `sentence${undated}`,
    params: { ...number, place: held, ...(enrolUntil !== null && { enrolUntil }) },
    dates: [enrolment],
  }
}

function closed({
  isWithdrawn,
  reasonCode,
  result,
  reader,
  lastRound,
  waitingEndsOn,
  appealUntil,
  sessionVersion,
  day,
}: Known): Found {
  const turn = 'nobody'
  if (isWithdrawn) return { state: 'withdrawn', turn }
  const isUnpaid = reasonCode === 'place_not_paid'
  if (reader !== 'cnp' && (isUnpaid || reasonCode === 'place_not_confirmed')) {
    const confirmBy = lastRound?.confirmBy ?? null
    const sentence = isUnpaid ? 'sentenceUnpaid' : 'sentence'
    return {
      ...{ state: 'placeLost', turn },
      ...(confirmBy === null
        ? { sentence: `${sentence}Undated` }
        : { sentence, params: { confirmBy } }),
    }
  }
  if (reader !== 'cnp' && reasonCode === 'no_places' && result)
    return {
      ...{ state: 'notAdmitted', turn },
      ...(waitingEndsOn === null ? { sentence: 'sentenceUndated' } : { params: { waitingEndsOn } }),
    }
  return appealUntil !== null && appealUntil >= day
    ? {
        ...{ state: 'declined', turn, sentence: 'sentenceUntil', params: { date: appealUntil } },
        dates: [{ kind: 'appeal', date: appealUntil, sequence: sessionVersion }],
      }
    : { state: 'declined', turn }
}
