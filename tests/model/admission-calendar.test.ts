import { expect, test } from 'vitest'
import {
  admissionCalendar,
  dateTextOf,
  stateOfEntry,
} from '#resources/admission/admission-calendar.ts'
import type { AdmissionDates } from '#resources/admission/wire-dates.ts'

const round = (number: number, resultsOn: string, appealUntil: string, confirmBy: string) => ({
  ...{ id: `round ${number}`, version: 1, name: `Etapa ${number}`, names: null },
  ...{ resultsOn, appealUntil, confirmBy },
})
const dates: AdmissionDates = {
  opensAt: '2027-07-01T07:00:00.000Z',
  closesAt: '2027-07-16T21:00:00.000Z',
  appealUntil: null,
  rounds: [
    round(1, '2027-07-19', '2027-07-21', '2027-07-23'),
    round(2, '2027-07-26', '2027-07-27', '2027-07-29'),
  ],
  waitingEndsOn: '2027-08-06',
  enrolFrom: '2027-07-26',
  enrolUntil: '2027-08-05',
  studiesBegin: '2027-10-04',
}
const now = new Date('2027-07-20T09:00:00Z')
const textOf = (key: string, { date }: { readonly date: string }) =>
  key === 'public:moment' ? `${date} RO` : `until ${date}`
const textsOf = (value: AdmissionDates, language = 'en', at = now) =>
  admissionCalendar(value).map((entry) => [
    entry.kind,
    entry.round?.name ?? '',
    dateTextOf(entry, { language, now: at, t: textOf }),
    stateOfEntry(entry, at),
  ])

test('lists the dates of the session and of each round in order, with the running periods', () => {
  expect(textsOf(dates)).toEqual([
    ['opens', '', '1 July, 10:00 RO', 'done'],
    ['closes', '', 'until 16 July, 23:59 RO', 'done'],
    ['results', 'Etapa 1', '19 July', 'done'],
    ['appeals', 'Etapa 1', 'until Wed 21 July, 23:59 RO', 'current'],
    ['confirm', 'Etapa 1', 'until Fri 23 July, 23:59 RO', 'current'],
    ['results', 'Etapa 2', 'Mon 26 July', 'ahead'],
    ['enrolmentBegins', '', 'Mon 26 July', 'ahead'],
    ['appeals', 'Etapa 2', 'until Tue 27 July, 23:59 RO', 'ahead'],
    ['confirm', 'Etapa 2', 'until Thu 29 July, 23:59 RO', 'ahead'],
    ['enrolment', '', 'until Thu 5 August, 23:59 RO', 'ahead'],
    ['waiting', '', 'Fri 6 August', 'ahead'],
    ['studies', '', 'Mon 4 October', 'ahead'],
  ])
})

test.each([
  ['ro', 'vin., 23 iulie, 23:59 RO'],
  ['fr', 'ven. 23 juillet, 23:59 RO'],
  ['de', 'Fr., 23. Juli, 23:59 RO'],
])('writes last days in %s', (language, text) => {
  expect(textsOf(dates, language)[4]?.[2]).toBe(`until ${text}`)
})

test('names the year of a date in another year', () => {
  expect(textsOf(dates, 'en', new Date('2026-12-01T09:00:00Z')).at(-1)?.[2]).toBe(
    'Mon, 4 October 2027',
  )
})

test('a closing time in the middle of a day is kept', () => {
  const [, closes] = textsOf({ ...dates, closesAt: '2027-07-16T13:00:00.000Z' })
  expect(closes).toEqual(['closes', '', 'until 16 July, 16:00 RO', 'done'])
})

test('a day changes its state at midnight in Romania', () => {
  const stateAt = (instant: string) => textsOf(dates, 'en', new Date(instant))[4]?.[3]
  expect(stateAt('2027-07-18T20:59:59.999Z')).toBe('ahead')
  expect(stateAt('2027-07-18T21:00:00.000Z')).toBe('current')
  expect(stateAt('2027-07-23T20:59:59.999Z')).toBe('current')
  expect(stateAt('2027-07-23T21:00:00.000Z')).toBe('done')
})

test('a programme that is not ranked has no rounds, and no date that only rounds have', () => {
  const kinds = (isRanked: boolean) =>
    admissionCalendar(dates, { isRanked }).map(({ kind }) => kind)
  expect(kinds(false)).toEqual(['opens', 'closes', 'enrolmentBegins', 'enrolment', 'studies'])
  expect(kinds(true)).toEqual(admissionCalendar(dates).map(({ kind }) => kind))
})

test('the enrolment runs from its first to its last day', () => {
  const stateAt = (day: string) =>
    Object.fromEntries(
      textsOf(dates, 'en', new Date(`${day}T09:00:00Z`)).flatMap(([kind = '', , , state]) =>
        kind.startsWith('enrolment') ? [[kind, state]] : [],
      ),
    )
  expect(stateAt('2027-07-25')).toEqual({ enrolmentBegins: 'ahead', enrolment: 'ahead' })
  expect(stateAt('2027-07-26')).toEqual({ enrolmentBegins: 'current', enrolment: 'current' })
  expect(stateAt('2027-08-05')).toEqual({ enrolmentBegins: 'done', enrolment: 'current' })
  expect(stateAt('2027-08-06')).toEqual({ enrolmentBegins: 'done', enrolment: 'done' })
})

test('dates that are not set are left out', () => {
  const unset = {
    ...{ opensAt: null, closesAt: null, appealUntil: null },
    ...{ rounds: [], waitingEndsOn: null, studiesBegin: null, enrolFrom: null, enrolUntil: null },
  }
  expect(admissionCalendar(unset)).toEqual([])
  expect(textsOf({ ...unset, appealUntil: '2027-07-21' })).toEqual([
    ['appeals', '', 'until Wed 21 July, 23:59 RO', 'ahead'],
  ])
  expect(textsOf({ ...unset, closesAt: '2027-08-01T21:00:00.000Z' })).toEqual([
    ['closes', '', 'until Sun 1 August, 23:59 RO', 'current'],
  ])
})
