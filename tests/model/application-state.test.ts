import type { Language } from '@matricola/schema/vocabulary.ts'
import { describe, expect, test } from 'vitest'
import type {
  KnownResult,
  StateFacts,
  StateReader,
} from '#resources/admission/application-facts.ts'
import { initialState, stateOf, stateParams } from '#resources/admission/application-state.ts'
import type { RegistrationEventType, WireState } from '#resources/admission/wire.ts'
import { formatAmount } from '#resources/currency.ts'
import { languages } from '#resources/languages.ts'
import { catalogueTexts } from '../locales/catalogues.ts'

const submittedAt = '2026-09-01T09:00:00.000Z'
const at = (day: number) => `2026-09-0${day}T09:00:00.000Z`
const events = (...entries: readonly (readonly [RegistrationEventType, number])[]) =>
  entries.map(([type, day]) => ({ type, at: at(day) }))
const round = (number: number, parts: Partial<StateFacts['rounds'][number]> = {}) => ({
  ...{ name: { name: `Round ${number}`, names: null }, version: number },
  ...{ resultsOn: `2026-09-${number}0`, confirmBy: `2026-09-${number}5`, notifiedAt: null },
  isOver: (parts.notifiedAt ?? null) !== null,
  ...parts,
})
/** Round 1 with its result sent on 6 September, and round 2 on 20 September. */
const rounds = [round(1, { notifiedAt: at(6) }), round(2)]
const law = { name: 'Law', names: { ro: 'Drept' }, kind: 'budget', kindName: null }
const physics = { name: 'Physics', names: null, kind: 'fee', kindName: null }

type Parts = Partial<StateFacts> & { readonly reader?: StateReader }

const known = (parts: Partial<StateFacts>): StateFacts => ({
  ...{
    status: 'submitted',
    submittedAt,
    isWithdrawn: false,
    events: [],
    dueAt: null,
    isPaused: false,
    appealUntil: null,
  },
  ...{
    reasonCode: null,
    sex: null,
    sessionVersion: 7,
    isReady: false,
    rounds: [],
    acceptance: null,
  },
  ...{ enrolUntil: null, waitingEndsOn: null, held: null, fee: null, place: null },
  ...{ moveFee: null },
  ...{ confirmedAt: null, result: null },
  ...parts,
})
const result = (parts: Partial<KnownResult> = {}): KnownResult => ({
  ...{ outcome: 'waiting', round: { name: 'Round 1', names: null }, notifiedAt: at(6) },
  ...{ change: 'waiting', wasConfirmed: false, cause: null, placeBefore: null, offeredOn: null },
  ...{ choice: null, choices: 4, waitingNumber: 3, waitingPlace: law, missing: [] },
  appealUntil: null,
  ...parts,
})
const won = (parts: Partial<KnownResult> = {}) =>
  result({
    ...{ outcome: 'won', change: 'first', choice: 2, waitingNumber: null, waitingPlace: null },
    ...parts,
  })
const now = new Date('2026-09-09T09:00:00.000Z')
const soon = new Date('2026-09-02T09:00:00.000Z')
const read = ({ reader = 'applicant', ...parts }: Parts, time = now) =>
  stateOf(known(parts), time, reader)
/**
 * Formats milestones as `review done 09-02`, with the day of the step or the day by which it is
 * expected.
 */
const line = (parts: Parts) =>
  read(parts).milestones.map(({ step, round, state, at, by }) =>
    [round?.name ?? step, state, at?.slice(5, 10) ?? '', by ? `by ${by.slice(5, 10)}` : '']
      .filter(Boolean)
      .join(' '),
  )
/** The next actor, the key of the sentence, and its date. */
const summary = (parts: Parts, time = now) => {
  const { turn, sentence, params } = read(parts, time)
  const { date, confirmBy, resultsOn, enrolUntil, waitingEndsOn } = params
  return [
    turn,
    sentence.replace('application:', ''),
    date ?? confirmBy ?? resultsOn ?? enrolUntil ?? waitingEndsOn ?? null,
  ]
}

describe('the milestones', () => {
  test.each<[string, Parts, readonly string[]]>([
    ['a new application', {}, ['sent done 09-01', 'review current by 09-04', 'decision ahead']],
    [
      'an application under review',
      { status: 'under_review', events: events(['reviewStarted', 2]) },
      ['sent done 09-01', 'review current 09-02', 'decision ahead'],
    ],
    [
      'an application with a change request',
      {
        status: 'update_requested',
        events: events(['reviewStarted', 2], ['updateRequested', 3]),
        dueAt: '2026-09-12T20:59:59.999Z',
      },
      [
        'sent done 09-01',
        'review done 09-02',
        'changesRequested done 09-03',
        'changesSent current by 09-12',
        'decision ahead',
      ],
    ],
    [
      'an application with received changes',
      {
        status: 'in_progress',
        events: events(['reviewStarted', 2], ['updateRequested', 3], ['updateReceived', 5]),
      },
      [
        'sent done 09-01',
        'review done 09-02',
        'changesRequested done 09-03',
        'changesSent done 09-05',
        'decision current',
      ],
    ],
    [
      'an application with a second change request',
      {
        status: 'update_requested',
        events: events(
          ['reviewStarted', 2],
          ['updateRequested', 3],
          ['updateReceived', 5],
          ['updateRequested', 6],
        ),
        dueAt: '2026-09-20T20:59:59.999Z',
      },
      [
        'sent done 09-01',
        'review done 09-02',
        'changesRequested done 09-06',
        'changesSent current by 09-20',
        'decision ahead',
      ],
    ],
    [
      'an application whose change request was withdrawn',
      {
        status: 'under_review',
        events: events(['reviewStarted', 2], ['updateRequested', 3], ['updateRequestCancelled', 4]),
      },
      ['sent done 09-01', 'review current 09-02', 'decision ahead'],
    ],
    [
      'an accepted application',
      { status: 'accepted', events: events(['reviewStarted', 2], ['accepted', 4]) },
      ['sent done 09-01', 'review done 09-02', 'accepted done 09-04', 'enrolment current'],
    ],
    [
      'an enrolled application',
      {
        status: 'accepted',
        events: events(['reviewStarted', 2], ['accepted', 4], ['enrolled', 8]),
      },
      ['sent done 09-01', 'review done 09-02', 'accepted done 09-04', 'enrolment done 09-08'],
    ],
    [
      'an application declined without a review',
      { status: 'declined', events: events(['declined', 3]) },
      ['sent done 09-01', 'declined done 09-03'],
    ],
    [
      'a withdrawn application',
      {
        status: 'declined',
        isWithdrawn: true,
        events: events(['reviewStarted', 2], ['withdrawn', 3]),
      },
      ['sent done 09-01', 'review done 09-02', 'withdrawn done 09-03'],
    ],
    [
      'an application whose decision was revoked',
      {
        status: 'under_review',
        events: events(['reviewStarted', 2], ['accepted', 4], ['decisionRevoked', 5]),
      },
      ['sent done 09-01', 'review current 09-02', 'decision ahead'],
    ],
    [
      'an application on a waiting list',
      { status: 'under_review', events: events(['reviewStarted', 2]), rounds, result: result() },
      [
        'sent done 09-01',
        'review done 09-02',
        'Round 1 current 09-06',
        'Round 2 ahead by 09-20',
        'enrolment ahead',
      ],
    ],
    [
      'an application with a place to confirm',
      {
        status: 'accepted',
        events: events(['reviewStarted', 2], ['accepted', 6]),
        result: won(),
        place: { confirmBy: '2026-09-20', feeDue: 0 },
      },
      [
        'sent done 09-01',
        'review done 09-02',
        'accepted done 09-06',
        'confirmation current by 09-20',
        'enrolment ahead',
      ],
    ],
    [
      'an application with a confirmed place',
      {
        status: 'accepted',
        events: events(['reviewStarted', 2], ['accepted', 6]),
        result: won(),
        confirmedAt: at(8),
      },
      [
        'sent done 09-01',
        'review done 09-02',
        'accepted done 09-06',
        'confirmation done 09-08',
        'enrolment current',
      ],
    ],
    [
      'an application with results whose reader knows only the CNP',
      {
        status: 'accepted',
        reader: 'cnp',
        events: events(['reviewStarted', 2], ['accepted', 6]),
        result: won(),
        place: { confirmBy: '2026-09-20', feeDue: 0 },
      },
      ['sent done 09-01', 'review done 09-02', 'results current 09-06'],
    ],
  ])('of %s show the known events with their dates, and the remaining steps', (_, parts, steps) => {
    expect(line(parts)).toEqual(steps)
  })

  test('show no date that was not recorded', () => {
    const { milestones } = read({ status: 'update_requested' })
    expect(
      milestones.filter(({ at, by }) => at !== null || by !== null).map(({ step }) => step),
    ).toEqual(['sent'])
  })
})

describe('the next actor and the status sentence', () => {
  test.each<[string, Parts, Date, readonly unknown[]]>([
    ['a new application', {}, soon, ['staff', 'received.sentence', '2026-09-04']],
    [
      'an application whose review should have started',
      {},
      now,
      ['staff', 'received.sentenceLate', null],
    ],
    [
      'an application that was returned to the queue',
      { events: events(['reviewStarted', 2]) },
      now,
      ['staff', 'received.sentenceProcessed', null],
    ],
    [
      'an application under review',
      { status: 'under_review' },
      now,
      ['staff', 'underReview.sentence', null],
    ],
    [
      'an application with a change request',
      { status: 'update_requested', dueAt: '2026-09-12T20:59:59.999Z' },
      now,
      ['applicant', 'changesRequested.sentence', '2026-09-12T20:59:59.999Z'],
    ],
    [
      'an application with an overdue change request',
      { status: 'update_requested', dueAt: at(8) },
      now,
      ['applicant', 'changesRequested.sentenceOverdue', at(8)],
    ],
    [
      'an application with a change request without a deadline',
      { status: 'update_requested' },
      now,
      ['applicant', 'changesRequested.sentenceUndated', null],
    ],
    [
      'an application with a change request while changes are off',
      { status: 'update_requested', dueAt: at(8), isPaused: true },
      now,
      ['staff', 'changesRequested.sentencePaused', null],
    ],
    [
      'an application with an answered change request',
      { status: 'in_progress', events: events(['updateRequested', 3], ['updateReceived', 5]) },
      now,
      ['staff', 'changesReceived.sentence', at(5)],
    ],
    [
      'an application in progress without an answer',
      { status: 'in_progress' },
      now,
      ['staff', 'changesReceived.sentenceProcessed', null],
    ],
    [
      'a new application with a fee to pay',
      { fee: { resultsOn: null } },
      soon,
      ['applicant', 'feeDue.sentence', null],
    ],
    [
      'an application under review with a fee to pay before the results',
      { status: 'under_review', fee: { resultsOn: '2026-09-20' } },
      now,
      ['applicant', 'feeDue.sentenceBefore', '2026-09-20'],
    ],
    [
      'an application whose fee is hidden from the status search',
      { fee: 'undisclosed' },
      soon,
      ['staff', 'received.sentenceUndisclosed', null],
    ],
    [
      'a declined application whose fee is hidden from the status search',
      { status: 'declined', fee: 'undisclosed' },
      now,
      ['nobody', 'declined.sentence', null],
    ],
    [
      'an application with a fee to pay and a change request',
      { status: 'update_requested', dueAt: at(8), fee: { resultsOn: null } },
      now,
      ['applicant', 'changesRequested.sentenceOverdue', at(8)],
    ],
    [
      'a declined application whose fee was never paid',
      { status: 'declined', fee: { resultsOn: null } },
      now,
      ['nobody', 'declined.sentence', null],
    ],
    ['an accepted application', { status: 'accepted' }, now, ['staff', 'accepted.sentence', null]],
    [
      'an application that has won a place',
      { status: 'accepted', place: { confirmBy: '2026-09-20', feeDue: 0 } },
      now,
      ['applicant', 'placeOffered.sentenceUnnamed', '2026-09-20'],
    ],
    [
      'an application that has won a place with a fee',
      { status: 'accepted', place: { confirmBy: '2026-09-20', feeDue: 300 } },
      now,
      ['applicant', 'placeOffered.sentenceUnnamedFee', '2026-09-20'],
    ],
    [
      'an application on a waiting list',
      { status: 'under_review', result: result() },
      now,
      ['waiting', 'waiting.sentence', null],
    ],
    [
      'a new application on a waiting list after the last round',
      { result: result() },
      now,
      ['waiting', 'waiting.sentence', null],
    ],
    [
      'an application that lost a place',
      {
        status: 'under_review',
        result: result({ change: 'lost', placeBefore: law, offeredOn: at(3) }),
      },
      now,
      ['waiting', 'placeRetracted.sentence', null],
    ],
    [
      'an application that was not ranked',
      {
        status: 'under_review',
        result: result({ outcome: 'incomplete', change: 'notRanked', waitingNumber: null }),
      },
      now,
      ['staff', 'notRanked.sentenceUnnamedLast', null],
    ],
    [
      'an application that could not be ranked yet, with another round ahead',
      {
        status: 'under_review',
        rounds,
        result: result({ outcome: 'incomplete', change: 'notRanked', waitingNumber: null }),
      },
      now,
      ['staff', 'notRanked.sentenceUnnamed', null],
    ],
    [
      'an application that staff have to complete for the next round',
      {
        status: 'under_review',
        rounds,
        result: result({
          outcome: 'incomplete',
          change: 'notRanked',
          waitingNumber: null,
          missing: [{ code: 'examGrade', words: { en: 'the grade of the examination' } }],
        }),
      },
      now,
      ['staff', 'notRanked.sentenceOffice', null],
    ],
    [
      'an application that was not ranked in the last round',
      {
        status: 'under_review',
        result: result({
          outcome: 'incomplete',
          change: 'notRanked',
          waitingNumber: null,
          missing: [{ code: 'feeUnpaid', words: { en: 'the payment' } }],
        }),
      },
      now,
      ['applicant', 'notRanked.sentenceLast', null],
    ],
    [
      'an application whose grades meet the condition of no chosen programme',
      {
        status: 'under_review',
        rounds,
        result: result({
          outcome: 'incomplete',
          change: 'notRanked',
          waitingNumber: null,
          missing: [{ code: 'notEligible', words: { en: 'a grade that meets the condition' } }],
        }),
      },
      now,
      ['waiting', 'notRanked.sentenceIneligible', null],
    ],
    [
      'an applicant who moved up without having been asked',
      {
        status: 'accepted',
        confirmedAt: at(4),
        held: law,
        result: won({ change: 'up', wasConfirmed: true, choice: 1, placeBefore: physics }),
      },
      now,
      ['staff', 'movedUp.sentenceUnaskedUndated', null],
    ],
    [
      'an application that was not ranked because of its fee',
      {
        status: 'under_review',
        fee: { resultsOn: '2026-09-20' },
        result: result({ outcome: 'incomplete', change: 'notRanked', waitingNumber: null }),
      },
      now,
      ['applicant', 'feeDue.sentenceBefore', '2026-09-20'],
    ],
    [
      'an application with results and a change request',
      { status: 'update_requested', dueAt: at(8), result: result() },
      now,
      ['applicant', 'changesRequested.sentenceOverdue', at(8)],
    ],
    [
      'an application on a waiting list whose reader knows only the CNP',
      { status: 'under_review', reader: 'cnp', result: result() },
      now,
      ['waiting', 'resultsOut.sentence', null],
    ],
    [
      'an application with a place to confirm whose reader knows only the CNP',
      {
        status: 'accepted',
        reader: 'cnp',
        result: won(),
        place: { confirmBy: '2026-09-20', feeDue: 0 },
      },
      now,
      ['applicant', 'resultsOutAct.sentence', '2026-09-20'],
    ],
    [
      'an application whose reader knows only the CNP and that has a change request after results',
      { status: 'update_requested', dueAt: at(8), reader: 'cnp', result: result() },
      now,
      ['applicant', 'changesRequested.sentenceOverdue', at(8)],
    ],
    [
      'an enrolled application',
      { status: 'accepted', events: events(['enrolled', 8]) },
      now,
      ['nobody', 'enrolled.sentence', null],
    ],
    [
      'an application whose enrolment was undone',
      { status: 'accepted', events: events(['enrolled', 7], ['enrolmentUndone', 8]) },
      now,
      ['staff', 'accepted.sentence', null],
    ],
    ['a declined application', { status: 'declined' }, now, ['nobody', 'declined.sentence', null]],
    [
      'an application with an appeal',
      { status: 'declined', appealUntil: '2026-09-09' },
      now,
      ['nobody', 'declined.sentenceUntil', '2026-09-09'],
    ],
    [
      'an application whose appeal was decided',
      { status: 'declined', appealUntil: '2026-09-08' },
      now,
      ['nobody', 'declined.sentence', null],
    ],
    [
      'a withdrawn application',
      { status: 'declined', isWithdrawn: true, appealUntil: '2026-09-09' },
      now,
      ['nobody', 'withdrawn.sentence', null],
    ],
  ])('are correct for %s', (_, parts, time, expected) => {
    expect(summary(parts, time)).toEqual(expected)
  })
})

test('the sentence gives its date or time in the university’s time zone', () => {
  const words = (language: string) => ({ language, text: (key: string) => key })
  expect(initialState(submittedAt).sentence).toBe('application:received.sentence')
  expect(stateParams(initialState(submittedAt), words('en'))).toEqual({ date: '4 September 2026' })
  const answered = { params: { date: at(5) } }
  expect(stateParams(answered, words('ro'))).toEqual({ date: '5 septembrie 2026 la 12:00' })
})

/** Renders texts like the browser, with a context for the form by sex. */
const textIn =
  (language: Language) =>
  (key: string, params: Record<string, string> = {}) => {
    const texts = catalogueTexts(language, 'application')
    const name = key.replace('application:', '')
    const found = texts.get(`${name}_${params.context}`) ?? texts.get(name)
    if (found === undefined) throw new Error(`no text has the key ${key}`)
    return found.replace(/\{\{(\w+)\}\}/g, (match, param: string) => params[param] ?? match)
  }
const wordsOf = (state: WireState, language: Language) => {
  const text = textIn(language)
  const params = stateParams(state, { language, text })
  return [state.chip.text, state.title, state.sentence].map((key) => text(key, params))
}

const place = { confirmBy: '2026-09-15', feeDue: 0 }
const accepted = { status: 'accepted', rounds, held: law, place } as const
const ranked = { status: 'under_review', rounds } as const
const missing = [{ code: 'feeUnpaid', words: { en: 'the payment', ro: 'plata' } }]
const resultsOut = 'Results of Round 1 are out. Open your application to read them.'
const resultsOutAct =
  'Results of Round 1 are out. Open your application by 15 September 2026: you have something to do.'
const unchanged = null

interface StateCase {
  readonly parts: Parts
  /** Chip, title and sentence. */
  readonly words: readonly [chip: string, title: string, sentence: string]
  readonly badge: string
  readonly turn: string
  readonly dates: readonly string[]
  /** The sentence by CNP; null: the same as for the applicant. */
  readonly byCnp: string | null
}

const cases: { readonly [state in Exclude<WireState['state'], `resultsOut${string}`>]: StateCase } =
  {
    received: {
      parts: { submittedAt: at(8) },
      words: [
        'Submitted',
        'We have your application',
        'We have received your application. Review starts by 11 September 2026.',
      ],
      ...{ badge: 'blue tray', turn: 'staff', dates: ['review 2026-09-11 0'], byCnp: unchanged },
    },
    underReview: {
      parts: { status: 'under_review' },
      words: [
        'Under review',
        'We are checking your application',
        'The admission office is checking your documents. You do not need to do anything. We will email you.',
      ],
      ...{ badge: 'violet eye', turn: 'staff', dates: [], byCnp: unchanged },
    },
    changesRequested: {
      parts: {
        ...{ status: 'update_requested', dueAt: '2026-09-12T20:59:59.999Z', result: result() },
        events: events(['updateRequested', 3]),
      },
      words: [
        'Update requested',
        'Change your application',
        'You need to change something by 12 September 2026 at 23:59, Romanian time.',
      ],
      ...{ badge: 'amber pencil', turn: 'applicant', byCnp: unchanged },
      dates: ['changes 2026-09-12T20:59:59.999Z 1'],
    },
    changesReceived: {
      parts: {
        status: 'in_progress',
        events: events(['updateRequested', 3], ['updateReceived', 5]),
      },
      words: [
        'In progress',
        'We have your changes',
        'We received your changes on 5 September 2026 at 12:00, Romanian time. The admission office is checking them. You do not need to do anything.',
      ],
      ...{ badge: 'neutral ring', turn: 'staff', dates: [], byCnp: unchanged },
    },
    feeDue: {
      parts: { ...ranked, rounds: [round(2)], fee: { resultsOn: '2026-09-20' } },
      words: [
        'Under review',
        'Pay the application fee',
        'Pay the application fee well before the results are published on 20 September 2026. Your application is ranked only after the payment has been recorded.',
      ],
      ...{ badge: 'violet eye', turn: 'applicant', dates: ['fee 2026-09-20 2'] },
      byCnp: unchanged,
    },
    ready: {
      parts: { ...ranked, rounds: [round(2)], isReady: true },
      words: [
        'Ready for Round 2',
        'Ready for Round 2',
        'Your application is complete and checked. Results come on Sunday, 20 September 2026.',
      ],
      ...{ badge: 'blue check', turn: 'waiting', dates: ['results 2026-09-20 2'] },
      byCnp: unchanged,
    },
    placeOffered: {
      parts: { ...accepted, result: won({ appealUntil: '2026-09-12' }) },
      words: [
        'Place to confirm',
        'You have a place',
        'In Round 1 you got choice 2. Confirm it by Tuesday, 15 September 2026, or it goes to the next applicant.',
      ],
      ...{ badge: 'green check', turn: 'applicant', byCnp: resultsOutAct },
      dates: ['confirm 2026-09-15 1', 'appeal 2026-09-12 1'],
    },
    placeMovedUp: {
      parts: {
        ...accepted,
        result: won({ change: 'up', choice: 1, placeBefore: physics, appealUntil: null }),
      },
      words: [
        'Place to confirm',
        'You have a better place',
        'You now have choice 1. Confirm it by Tuesday, 15 September 2026, or it goes to the next applicant.',
      ],
      ...{ badge: 'green check', turn: 'applicant', dates: ['confirm 2026-09-15 1'] },
      byCnp: resultsOutAct,
    },
    placeNowFeePaying: {
      parts: {
        ...accepted,
        ...{ held: physics, result: won({ change: 'nowFeePaying', placeBefore: law }) },
      },
      words: [
        'Place to confirm',
        'Your place has changed',
        'The new results give you a fee-paying place. Reply by Tuesday, 15 September 2026.',
      ],
      ...{ badge: 'amber warning', turn: 'applicant', dates: ['confirm 2026-09-15 1'] },
      byCnp: resultsOutAct,
    },
    placeMovedDown: {
      parts: { ...accepted, result: won({ change: 'down', choice: 3 }) },
      words: [
        'Place to confirm',
        'Your place has changed',
        'The new results give you choice 3. Reply by Tuesday, 15 September 2026.',
      ],
      ...{ badge: 'amber warning', turn: 'applicant', dates: ['confirm 2026-09-15 1'] },
      byCnp: resultsOutAct,
    },
    placeRetracted: {
      parts: {
        ...ranked,
        result: result({
          ...{ change: 'lost', placeBefore: law, offeredOn: at(3), appealUntil: '2026-09-12' },
          waitingNumber: 1,
        }),
      },
      words: [
        'Waiting: number 1',
        'You no longer have this place',
        'On 3 September 2026 we offered you Law, state-funded. We have had to withdraw it. We are sorry.',
      ],
      ...{ badge: 'blue clock', turn: 'waiting', byCnp: resultsOut },
      dates: ['appeal 2026-09-12 1', 'results 2026-09-20 2'],
    },
    waiting: {
      parts: { ...ranked, result: result() },
      words: [
        'Waiting: number 3',
        'You are on the waiting list',
        'In Round 1 you did not get a place. You are number 3 for Law, state-funded.',
      ],
      ...{ badge: 'blue clock', turn: 'waiting', dates: ['results 2026-09-20 2'] },
      byCnp: resultsOut,
    },
    notRanked: {
      parts: {
        ...ranked,
        result: result({
          outcome: 'incomplete',
          change: 'notRanked',
          waitingNumber: null,
          missing,
        }),
      },
      words: [
        'Not ranked',
        'Your application was not ranked',
        'Missing: the payment. Once it is there, you take part in the next round.',
      ],
      ...{ badge: 'amber warning', turn: 'applicant', dates: ['results 2026-09-20 2'] },
      byCnp: resultsOut,
    },
    confirmed: {
      parts: {
        ...accepted,
        ...{ place: null, confirmedAt: at(8), acceptance: 'keep', enrolUntil: '2026-10-01' },
        result: won(),
      },
      words: [
        'Confirmed',
        'Your place is confirmed',
        'Law, state-funded is yours. Enrolment: by Thursday, 1 October 2026.',
      ],
      ...{ badge: 'green check solid', turn: 'staff', dates: ['enrolment 2026-10-01 7'] },
      byCnp: resultsOut,
    },
    floating: {
      parts: {
        ...accepted,
        ...{ place: null, confirmedAt: at(8), acceptance: 'moveUp', result: won() },
      },
      words: [
        'Confirmed · may move up',
        'Your place is confirmed',
        'Law, state-funded is yours. If a higher choice becomes free on Sunday, 20 September 2026, we move you up.',
      ],
      ...{ badge: 'green arrow-up solid', turn: 'waiting', dates: ['results 2026-09-20 2'] },
      byCnp: resultsOut,
    },
    movedUp: {
      parts: {
        ...accepted,
        ...{ place: null, confirmedAt: at(4), acceptance: 'moveUp', enrolUntil: '2026-10-01' },
        result: won({ change: 'up', wasConfirmed: true, choice: 1, placeBefore: physics }),
      },
      words: [
        'Confirmed',
        'You have moved up',
        'A place in choice 1 became free, and you now have it, as you asked. Enrolment: by Thursday, 1 October 2026.',
      ],
      ...{ badge: 'green check solid', turn: 'staff', dates: ['enrolment 2026-10-01 7'] },
      byCnp: resultsOut,
    },
    movedUpToPay: {
      parts: {
        ...accepted,
        ...{ held: physics, place: null, confirmedAt: at(7), acceptance: 'moveUp' },
        moveFee: { payBy: '2026-09-15', due: 300 },
        result: won({ change: 'up', wasConfirmed: true, choice: 1, placeBefore: law }),
      },
      words: [
        'Fee to pay',
        'You have moved up: pay by Tuesday, 15 September 2026',
        `As you agreed, you now have Physics, fee-paying. Pay ${formatAmount(300, 'en')}, or you lose it.`,
      ],
      ...{ badge: 'amber clock', turn: 'applicant', dates: ['payMove 2026-09-15 1'] },
      byCnp: resultsOutAct,
    },
    placeLost: {
      parts: {
        ...{ status: 'declined', reasonCode: 'place_not_confirmed', rounds, result: won() },
      },
      words: [
        'Place lost',
        'You have lost your place',
        'You did not confirm it by Tuesday, 15 September 2026, so it went to the next applicant.',
      ],
      ...{ badge: 'red cross solid', turn: 'nobody', dates: [] },
      byCnp: 'Your application was declined. Read the reason and find out how to appeal.',
    },
    notAdmitted: {
      parts: {
        ...{ status: 'declined', reasonCode: 'no_places', rounds, result: result() },
        waitingEndsOn: '2026-09-08',
      },
      words: [
        'Not admitted',
        'You were not admitted',
        'The waiting lists ended on Tuesday, 8 September 2026, and no place became free for you.',
      ],
      ...{ badge: 'neutral minus', turn: 'nobody', dates: [] },
      byCnp: 'Your application was declined. Read the reason and find out how to appeal.',
    },
    accepted: {
      parts: { status: 'accepted' },
      words: [
        'Accepted',
        'You have been accepted',
        'You have been accepted. The admission office will enrol you next and email you. Have your original documents ready.',
      ],
      ...{ badge: 'green check solid', turn: 'staff', dates: [], byCnp: unchanged },
    },
    declined: {
      parts: { status: 'declined', reasonCode: 'no_places', appealUntil: '2026-09-09' },
      words: [
        'Declined',
        'Your application was declined',
        'Your application was declined. Read the reason and find out how to appeal. You can appeal until 9 September 2026.',
      ],
      ...{ badge: 'red cross solid', turn: 'nobody', dates: ['appeal 2026-09-09 7'] },
      byCnp: unchanged,
    },
    withdrawn: {
      parts: { status: 'declined', isWithdrawn: true, reasonCode: 'withdrawn', result: won() },
      words: [
        'Withdrawn',
        'You have withdrawn this application',
        'You have withdrawn this application.',
      ],
      ...{ badge: 'neutral ring', turn: 'nobody', dates: [], byCnp: unchanged },
    },
    enrolled: {
      parts: { ...accepted, events: events(['enrolled', 8]), result: won() },
      words: [
        'Accepted',
        'You are enrolled',
        'You are enrolled. We have emailed you your matriculation number and instructions for opening your account.',
      ],
      ...{ badge: 'green check solid', turn: 'nobody', dates: [], byCnp: unchanged },
    },
  }

describe('each state', () => {
  test.each(Object.entries(cases))('%s has its words, badge, turn and dates', (name, expected) => {
    const { parts, words, badge, turn, dates, byCnp } = expected
    const state = read(parts)
    expect(state.state).toBe(name)
    expect(wordsOf(state, 'en')).toEqual(words)
    const { color, icon, isSolid } = state.chip
    expect([color, icon, ...(isSolid ? ['solid'] : [])].join(' ')).toBe(badge)
    expect(state.turn).toBe(turn)
    expect(state.dates.map(({ kind, date, sequence }) => `${kind} ${date} ${sequence}`)).toEqual(
      dates,
    )
    expect(wordsOf(read({ ...parts, reader: 'cnp' }), 'en')[2]).toBe(byCnp ?? words[2])
  })

  test.each(Object.entries(cases))('%s has its words in every language', (_, { parts }) => {
    for (const language of languages)
      for (const reader of ['applicant', 'office', 'cnp'] as const)
        for (const text of wordsOf(read({ ...parts, reader }), language))
          expect(text).not.toMatch(/\{\{|undefined/)
  })

  test('shows by CNP no place, number, amount or choice once there are results', () => {
    for (const { parts } of Object.values(cases)) {
      const { state, params, dates } = read({ ...parts, reader: 'cnp' })
      if (!state.startsWith('resultsOut')) continue
      expect(Object.keys(params).filter((name) => name !== 'round' && name !== 'date')).toEqual([])
      expect(dates).toEqual([])
    }
  })

  test('says why a place became worse or was withdrawn, but not why one became better', () => {
    const cause = { en: 'The number of places was reduced.' }
    const causeOf = ({ parts }: StateCase) =>
      read({ ...parts, result: parts.result ? { ...parts.result, cause } : null }).cause
    const explained = Object.entries(cases).flatMap(([name, one]) => (causeOf(one) ? [name] : []))
    expect(explained).toEqual(['placeNowFeePaying', 'placeMovedDown', 'placeRetracted'])
    expect(read({ ...cases.placeRetracted.parts, reader: 'cnp' }).cause).toBeNull()
  })

  test('uses the form of words for the applicant’s sex in Romanian', () => {
    const titles = (['F', 'M'] as const).map((sex) =>
      wordsOf(read({ ...cases.notAdmitted.parts, sex }), 'ro').slice(0, 2),
    )
    expect(titles).toEqual([
      ['Neadmisă', 'Nu ați fost admisă'],
      ['Neadmis', 'Nu ați fost admis'],
    ])
  })
})
