import { academicYearName, isoDate } from '../calendar.ts'
import { createRecordBase, type DemoRowWith, type DemoTools } from '../rows.ts'

export type DemoAcademicYear = DemoRowWith<'academic-years', 'name'> & { readonly start: number }
export type DemoAcademicPeriod = DemoRowWith<
  'academic-periods',
  'kind' | 'semester' | 'startsOn' | 'endsOn'
>

/** Returns the current academic year and the previous one, with their periods. */
export function makeAcademicYears(tools: DemoTools): {
  readonly current: DemoAcademicYear
  readonly last: DemoAcademicYear
  readonly periods: readonly DemoAcademicPeriod[]
} {
  const { startYear } = tools.calendar
  const [last, current] = [startYear - 1, startYear].map(
    (start): DemoAcademicYear => ({
      ...createRecordBase(tools, Date.UTC(start, 4, 20, 9)),
      start,
      name: academicYearName(start),
      startsOn: isoDate(start, 10, 1),
      endsOn: isoDate(start + 1, 9, 30),
      isActive: true,
    }),
  ) as [DemoAcademicYear, DemoAcademicYear]
  return {
    current,
    last,
    periods: [...periodsOf(last, tools), ...periodsOf(current, tools)],
  }
}

function periodsOf(year: DemoAcademicYear, tools: DemoTools): DemoAcademicPeriod[] {
  const { start } = year
  const period = (
    name: string,
    kind: 'teaching' | 'winter' | 'summer' | 'resit' | 'degree' | 'holiday',
    semester: 1 | 2 | null,
    [from, to]: readonly [string, string],
  ): DemoAcademicPeriod => ({
    ...createRecordBase(tools, Date.UTC(start, 4, 20, 10)),
    name,
    academicYearId: year.id,
    kind,
    semester,
    startsOn: from,
    endsOn: to,
  })
  return [
    period('Semestrul I', 'teaching', 1, [isoDate(start, 10, 1), isoDate(start + 1, 1, 17)]),
    period('Vacanța de iarnă', 'holiday', null, [isoDate(start, 12, 22), isoDate(start + 1, 1, 4)]),
    period('Sesiunea de iarnă', 'winter', 1, [isoDate(start + 1, 1, 18), isoDate(start + 1, 2, 7)]),
    period('Restanțe de iarnă', 'resit', 1, [isoDate(start + 1, 2, 8), isoDate(start + 1, 2, 14)]),
    period('Semestrul al II-lea', 'teaching', 2, [
      isoDate(start + 1, 2, 15),
      isoDate(start + 1, 5, 30),
    ]),
    period('Sesiunea de vară', 'summer', 2, [isoDate(start + 1, 5, 31), isoDate(start + 1, 6, 20)]),
    period('Susținerea licenței', 'degree', null, [
      isoDate(start + 1, 6, 28),
      isoDate(start + 1, 7, 11),
    ]),
    period('Restanțe de toamnă', 'resit', null, [
      isoDate(start + 1, 9, 1),
      isoDate(start + 1, 9, 14),
    ]),
  ]
}
