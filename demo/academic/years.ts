import { academicYearFrom, dateOf } from '../calendar.ts'
import { born, type RowWith, type Tools } from '../rows.ts'

export type Year = RowWith<'academic-years', 'name'> & { readonly start: number }
export type Period = RowWith<'academic-periods', 'kind' | 'semester' | 'startsOn' | 'endsOn'>

/** Returns the current academic year and the previous one, with their periods. */
export function makeAcademicYears(tools: Tools): {
  readonly current: Year
  readonly last: Year
  readonly periods: readonly Period[]
} {
  const { startYear } = tools.calendar
  const [last, current] = [startYear - 1, startYear].map(
    (start): Year => ({
      ...born(tools, Date.UTC(start, 4, 20, 9)),
      start,
      name: academicYearFrom(start),
      startsOn: dateOf(start, 10, 1),
      endsOn: dateOf(start + 1, 9, 30),
      isActive: true,
    }),
  ) as [Year, Year]
  return {
    current,
    last,
    periods: [...periodsOf(last, tools), ...periodsOf(current, tools)],
  }
}

function periodsOf(year: Year, tools: Tools): Period[] {
  const { start } = year
  const period = (
    name: string,
    kind: 'teaching' | 'winter' | 'summer' | 'resit' | 'degree' | 'holiday',
    semester: 1 | 2 | null,
    [from, to]: readonly [string, string],
  ): Period => ({
    ...born(tools, Date.UTC(start, 4, 20, 10)),
    name,
    academicYearId: year.id,
    kind,
    semester,
    startsOn: from,
    endsOn: to,
  })
  return [
    period('Semestrul I', 'teaching', 1, [dateOf(start, 10, 1), dateOf(start + 1, 1, 17)]),
    period('Vacanța de iarnă', 'holiday', null, [dateOf(start, 12, 22), dateOf(start + 1, 1, 4)]),
    period('Sesiunea de iarnă', 'winter', 1, [dateOf(start + 1, 1, 18), dateOf(start + 1, 2, 7)]),
    period('Restanțe de iarnă', 'resit', 1, [dateOf(start + 1, 2, 8), dateOf(start + 1, 2, 14)]),
    period('Semestrul al II-lea', 'teaching', 2, [dateOf(start + 1, 2, 15), dateOf(start + 1, 5, 30)]),
    period('Sesiunea de vară', 'summer', 2, [dateOf(start + 1, 5, 31), dateOf(start + 1, 6, 20)]),
    period('Susținerea licenței', 'degree', null, [dateOf(start + 1, 6, 28), dateOf(start + 1, 7, 11)]),
    period('Restanțe de toamnă', 'resit', null, [dateOf(start + 1, 9, 1), dateOf(start + 1, 9, 14)]),
  ]
}
