import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { academicPeriods } from '#resources/academic-periods.ts'
import { academicYears } from '#resources/academic-years.ts'

const academicYear = table(academicYears)
const academicPeriod = table(academicPeriods)

interface Span {
  readonly id: string
  readonly name: string
  readonly startsOn: string
  readonly endsOn: string
}

/** Requires academic years not to overlap, and each year to contain its periods. */
export const academicYearHooks = ({ database }: Context): Hooks<typeof academicYears> => ({
  validate: {
    fields: ['startsOn', 'endsOn'],
    async work(writes) {
      const years = await runStatement(
        database,
        sql`select ${pick(columns(academicYear, 'id', 'name', 'startsOn', 'endsOn'))} from ${academicYear}`,
      )
      const periods = await runStatement(
        database,
        sql`select ${pick({
          id: academicPeriod.academicYearId,
          startsOn: expr<string>`min(${academicPeriod.startsOn})`,
          endsOn: expr<string>`max(${academicPeriod.endsOn})`,
          name: expr<string>`''`,
        })} from ${academicPeriod} group by 1`,
      )
      const periodSpans = new Map(periods.map((period) => [period.id, period]))
      const spans = new Map(years.map((year) => [year.id, year]))
      return writes.map(({ before, record: { startsOn, endsOn, name } }, at): FieldIssues => {
        const id = before?.id ?? `new ${at}`
        const other = [...spans.values()].find(
          (year) => year.id !== id && year.startsOn <= endsOn && startsOn <= year.endsOn,
        )
        if (other) return { startsOn: [{ code: 'year.overlaps', params: { name: other.name } }] }
        spans.set(id, { id, name, startsOn, endsOn })
        return periodIssues({ startsOn, endsOn }, periodSpans.get(id))
      })
    },
  },
})

function periodIssues(
  { startsOn, endsOn }: Pick<Span, 'startsOn' | 'endsOn'>,
  periodSpan: Span | undefined,
): FieldIssues {
  if (periodSpan && periodSpan.startsOn < startsOn)
    return { startsOn: [{ code: 'year.periodOutside' }] }
  return periodSpan && periodSpan.endsOn > endsOn
    ? { endsOn: [{ code: 'year.periodOutside' }] }
    : {}
}

/** Requires that a period lies within its academic year. */
export const academicPeriodHooks = ({ database }: Context): Hooks<typeof academicPeriods> => ({
  validate: {
    fields: ['startsOn', 'endsOn', 'academicYearId'],
    async work(writes) {
      const years = await runStatement(
        database,
        sql`select ${pick(columns(academicYear, 'id', 'startsOn', 'endsOn'))} from ${academicYear}
         where ${academicYear.id} = any(${[...new Set(writes.map(({ record }) => record.academicYearId))]}::uuid[])`,
      )
      const yearsById = new Map(years.map((year) => [year.id, year]))
      return writes.map(({ record: { academicYearId, startsOn, endsOn } }): FieldIssues => {
        const year = yearsById.get(academicYearId)
        // If the year does not exist, the write itself fails.
        if (!year) return {}
        const outside = [
          { code: 'period.outside', params: { from: year.startsOn, to: year.endsOn } },
        ]
        if (startsOn < year.startsOn || startsOn > year.endsOn) return { startsOn: outside }
        return endsOn > year.endsOn ? { endsOn: outside } : {}
      })
    },
  },
})
