import { describe, expect, test } from 'vitest'
import {
  applicationProgress,
  initialProgress,
  type KnownResult,
  type ProgressInput,
  progressMessage,
} from '#resources/admission/progress.ts'
import type { RegistrationEventType } from '#resources/admission/wire.ts'

const submittedAt = '2026-09-01T09:00:00.000Z'
const at = (day: number) => `2026-09-0${day}T09:00:00.000Z`
const events = (...entries: readonly (readonly [RegistrationEventType, number])[]) =>
  entries.map(([type, day]) => ({ type, at: at(day) }))
const known = (parts: Partial<ProgressInput>): ProgressInput => ({
  ...{
    status: 'submitted',
    submittedAt,
    isWithdrawn: false,
    events: [],
    dueAt: null,
    isPaused: false,
    appealUntil: null,
  },
  ...{ fee: null, place: null, confirmedAt: null, result: null, reader: 'applicant' },
  ...parts,
})
const result = (parts: Partial<KnownResult> = {}): KnownResult => ({
  ...{ outcome: 'waiting', round: 'Round I', notifiedAt: at(6), waitingNumber: 3 },
  ...{ hadPlace: false, nextResultsOn: '2026-09-20' },
  ...parts,
})
const now = new Date('2026-09-09T09:00:00.000Z')
const soon = new Date('2026-09-02T09:00:00.000Z')
/**
 * Formats steps as `review done 09-02`, with the day of the step or the day by which it is
 * expected.
 */
const line = (parts: Partial<ProgressInput>) =>
  applicationProgress(known(parts), now).steps.map(({ step, state, at, by }) =>
    [step, state, at?.slice(5, 10) ?? '', by ? `by ${by.slice(5, 10)}` : '']
      .filter(Boolean)
      .join(' '),
  )
const progressSummary = (parts: Partial<ProgressInput>, time = now) => {
  const { nextActor, message, date } = applicationProgress(known(parts), time)
  return [nextActor, message, date]
}

describe('the progress steps', () => {
  test.each<[string, Partial<ProgressInput>, readonly string[]]>([
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
      { status: 'under_review', events: events(['reviewStarted', 2]), result: result() },
      ['sent done 09-01', 'review done 09-02', 'results done 09-06', 'decision current'],
    ],
    [
      'an application with a place to confirm',
      {
        status: 'accepted',
        events: events(['reviewStarted', 2], ['accepted', 6]),
        result: result({ outcome: 'won' }),
        place: { confirmBy: '2026-09-20', owesFee: false },
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
        result: result({ outcome: 'won' }),
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
        result: result({ outcome: 'won' }),
        place: { confirmBy: '2026-09-20', owesFee: false },
      },
      ['sent done 09-01', 'review done 09-02', 'results current 09-06'],
    ],
  ])('of %s show the known events with their dates, and the remaining steps', (_, parts, steps) => {
    expect(line(parts)).toEqual(steps)
  })

  test('show no date that was not recorded', () => {
    const { steps } = applicationProgress(known({ status: 'update_requested' }), now)
    expect(
      steps.filter(({ at, by }) => at !== null || by !== null).map(({ step }) => step),
    ).toEqual(['sent'])
  })
})

describe('the next actor and the status sentence', () => {
  test.each<[string, Partial<ProgressInput>, Date, readonly unknown[]]>([
    ['a new application', {}, soon, ['staff', 'submitted', '2026-09-04']],
    ['an application whose review should have started', {}, now, ['staff', 'submittedLate', null]],
    [
      'an application that was returned to the queue',
      { events: events(['reviewStarted', 2]) },
      now,
      ['staff', 'processed', null],
    ],
    [
      'an application under review',
      { status: 'under_review' },
      now,
      ['staff', 'under_review', null],
    ],
    [
      'an application with a change request',
      { status: 'update_requested', dueAt: '2026-09-12T20:59:59.999Z' },
      now,
      ['applicant', 'update_requested', '2026-09-12T20:59:59.999Z'],
    ],
    [
      'an application with an overdue change request',
      { status: 'update_requested', dueAt: at(8) },
      now,
      ['applicant', 'update_overdue', at(8)],
    ],
    [
      'an application with a change request without a deadline',
      { status: 'update_requested' },
      now,
      ['applicant', 'update_undated', null],
    ],
    [
      'an application with a change request while changes are off',
      { status: 'update_requested', dueAt: at(8), isPaused: true },
      now,
      ['staff', 'update_paused', null],
    ],
    [
      'an application with an answered change request',
      { status: 'in_progress', events: events(['updateRequested', 3], ['updateReceived', 5]) },
      now,
      ['staff', 'in_progress', at(5)],
    ],
    [
      'an application in progress without an answer',
      { status: 'in_progress' },
      now,
      ['staff', 'processed', null],
    ],
    [
      'a new application with a fee to pay',
      { fee: { resultsOn: null } },
      soon,
      ['applicant', 'fee', null],
    ],
    [
      'an application under review with a fee to pay before the results',
      { status: 'under_review', fee: { resultsOn: '2026-09-20' } },
      now,
      ['applicant', 'feeBefore', '2026-09-20'],
    ],
    [
      'an application whose fee is hidden from the status search',
      { fee: 'undisclosed' },
      soon,
      ['staff', 'undisclosed', null],
    ],
    [
      'a declined application whose fee is hidden from the status search',
      { status: 'declined', fee: 'undisclosed' },
      now,
      ['nobody', 'declined', null],
    ],
    [
      'an application with a fee to pay and a change request',
      { status: 'update_requested', dueAt: at(8), fee: { resultsOn: null } },
      now,
      ['applicant', 'update_overdue', at(8)],
    ],
    [
      'a declined application whose fee was never paid',
      { status: 'declined', fee: { resultsOn: null } },
      now,
      ['nobody', 'declined', null],
    ],
    ['an accepted application', { status: 'accepted' }, now, ['staff', 'accepted', null]],
    [
      'an application that has won a place',
      { status: 'accepted', place: { confirmBy: '2026-09-20', owesFee: false } },
      now,
      ['applicant', 'place', '2026-09-20'],
    ],
    [
      'an application that has won a place with a fee',
      { status: 'accepted', place: { confirmBy: '2026-09-20', owesFee: true } },
      now,
      ['applicant', 'placeFee', '2026-09-20'],
    ],
    [
      'an application on a waiting list',
      { status: 'under_review', result: result() },
      now,
      ['waiting', 'waiting', '2026-09-20'],
    ],
    [
      'a new application on a waiting list after the last round',
      { result: result({ nextResultsOn: null }) },
      now,
      ['waiting', 'waitingUndated', null],
    ],
    [
      'an application that lost a place',
      { status: 'under_review', result: result({ hadPlace: true }) },
      now,
      ['waiting', 'placeRetracted', '2026-09-20'],
    ],
    [
      'an application that was not ranked',
      { status: 'under_review', result: result({ outcome: 'incomplete', waitingNumber: null }) },
      now,
      ['staff', 'notRanked', '2026-09-20'],
    ],
    [
      'an application that was not ranked because of its fee',
      {
        status: 'under_review',
        fee: { resultsOn: '2026-09-20' },
        result: result({ outcome: 'incomplete', waitingNumber: null }),
      },
      now,
      ['applicant', 'feeBefore', '2026-09-20'],
    ],
    [
      'an application with results and a change request',
      { status: 'update_requested', dueAt: at(8), result: result() },
      now,
      ['applicant', 'update_overdue', at(8)],
    ],
    [
      'an application on a waiting list whose reader knows only the CNP',
      { status: 'under_review', reader: 'cnp', result: result() },
      now,
      ['waiting', 'resultsOut', null],
    ],
    [
      'an application with a place to confirm whose reader knows only the CNP',
      {
        status: 'accepted',
        reader: 'cnp',
        result: result({ outcome: 'won' }),
        place: { confirmBy: '2026-09-20', owesFee: false },
      },
      now,
      ['applicant', 'resultsOutAct', '2026-09-20'],
    ],
    [
      'an application whose reader knows only the CNP and that has a change request after results',
      { status: 'update_requested', dueAt: at(8), reader: 'cnp', result: result() },
      now,
      ['applicant', 'update_overdue', at(8)],
    ],
    [
      'an enrolled application',
      { status: 'accepted', events: events(['enrolled', 8]) },
      now,
      ['nobody', 'enrolled', null],
    ],
    [
      'an application whose enrolment was undone',
      { status: 'accepted', events: events(['enrolled', 7], ['enrolmentUndone', 8]) },
      now,
      ['staff', 'accepted', null],
    ],
    ['a declined application', { status: 'declined' }, now, ['nobody', 'declined', null]],
    [
      'an application with an appeal',
      { status: 'declined', appealUntil: '2026-09-09' },
      now,
      ['nobody', 'declinedUntil', '2026-09-09'],
    ],
    [
      'an application whose appeal was decided',
      { status: 'declined', appealUntil: '2026-09-08' },
      now,
      ['nobody', 'declined', null],
    ],
    [
      'a withdrawn application',
      { status: 'declined', isWithdrawn: true, appealUntil: '2026-09-09' },
      now,
      ['nobody', 'withdrawn', null],
    ],
  ])('are correct for %s', (_, parts, time, expected) => {
    expect(progressSummary(parts, time)).toEqual(expected)
  })
})

test('the sentence gives its date or time in the university’s time zone', () => {
  expect(progressMessage(initialProgress(submittedAt), 'en')).toEqual({
    key: 'progress:next.submitted',
    params: { date: '4 September 2026', round: '', number: '' },
  })
  const answered = { message: 'in_progress', date: at(5), round: null, number: null } as const
  expect(progressMessage(answered, 'ro')).toEqual({
    key: 'progress:next.in_progress',
    params: { date: '5 septembrie 2026 la 12:00', round: '', number: '' },
  })
})
