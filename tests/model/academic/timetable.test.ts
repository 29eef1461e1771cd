import { describe, expect, test } from 'vitest'
import {
  daysOfLesson,
  instantAt,
  mondayOf,
  type TimetablePeriod,
  timeOfDay,
} from '#resources/academic/timetable.ts'

const period = (
  kind: string,
  startsOn: string,
  endsOn: string,
  semester: number | null = null,
): TimetablePeriod => ({
  ...{
    id: `${kind} ${startsOn}`,
    name: kind,
    academicYearId: 'year',
    kind,
    semester,
    startsOn,
    endsOn,
  },
})
const lesson = { weekday: 'thursday', weeks: 'every', semester: 1, academicYearId: 'year' } as const

describe('the days of a class', () => {
  test('are its weekday in the teaching weeks of its semester, including the first and last day', () => {
    const [span] = daysOfLesson(lesson, [
      period('teaching', '2026-10-01', '2026-10-22', 1),
      period('teaching', '2027-02-15', '2027-05-30', 2),
      { ...period('teaching', '2026-10-01', '2026-10-22', 1), academicYearId: 'another' },
    ])
    expect(span).toMatchObject({
      days: ['2026-10-01', '2026-10-08', '2026-10-15', '2026-10-22'],
      skipped: [],
    })
  })

  test('exclude holidays, which are returned separately', () => {
    const periods = [
      period('teaching', '2026-12-07', '2027-01-16', 1),
      period('holiday', '2026-12-10', '2026-12-10'),
      period('holiday', '2026-12-22', '2027-01-04'),
    ]
    const [span] = daysOfLesson(lesson, periods)
    expect(span?.days).toEqual(['2026-12-17', '2027-01-07', '2027-01-14'])
    expect(span?.skipped).toEqual(['2026-12-24', '2026-12-31'])
  })

  test('are in every other week, counted from the first week of the period, including holidays', () => {
    const periods = [
      period('teaching', '2026-10-01', '2026-11-15', 1),
      period('holiday', '2026-10-12', '2026-10-18'),
    ]
    const [oddDays] = daysOfLesson({ ...lesson, weeks: 'odd' }, periods)
    const [evenDays] = daysOfLesson({ ...lesson, weeks: 'even' }, periods)
    expect(oddDays).toMatchObject({
      days: ['2026-10-01', '2026-10-29', '2026-11-12'],
      skipped: ['2026-10-15'],
    })
    expect(evenDays).toMatchObject({
      days: ['2026-10-08', '2026-10-22', '2026-11-05'],
      skipped: [],
    })
    // The period begins on a Thursday, so the following Monday is in its second week.
    expect(daysOfLesson({ ...lesson, weekday: 'monday', weeks: 'even' }, periods)[0]?.days[0]).toBe(
      '2026-10-05',
    )
  })

  test('are empty if all of them are holidays', () => {
    expect(
      daysOfLesson(lesson, [
        period('teaching', '2026-10-01', '2026-10-01', 1),
        period('holiday', '2026-10-01', '2026-10-01'),
      ]),
    ).toEqual([])
  })
})

describe('class hours', () => {
  test('keep their local time when daylight saving time begins and ends', () => {
    expect(instantAt('2027-03-26', '10:00').toISOString()).toBe('2027-03-26T08:00:00.000Z')
    expect(instantAt('2027-03-29', '10:00').toISOString()).toBe('2027-03-29T07:00:00.000Z')
    expect(instantAt('2026-10-23', '08:00').toISOString()).toBe('2026-10-23T05:00:00.000Z')
    expect(instantAt('2026-10-26', '08:00').toISOString()).toBe('2026-10-26T06:00:00.000Z')
    expect(instantAt('2026-10-26', '00:00').toISOString()).toBe('2026-10-25T22:00:00.000Z')
    expect(timeOfDay(new Date('2027-03-29T07:00:00.000Z'))).toBe('10:00')
  })

  test('of a week begin on Monday', () => {
    expect(['2026-10-25', '2026-10-26', '2026-11-01'].map(mondayOf)).toEqual([
      '2026-10-19',
      '2026-10-26',
      '2026-10-26',
    ])
  })
})
