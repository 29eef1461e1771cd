import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { academicPeriods } from '#resources/academic-periods.ts'
import { academicYears } from '#resources/academic-years.ts'

const academicYear = table(academicYears)

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
        const outside = [{ code: 'period.outside', params: { from: year.startsOn, to: year.endsOn } }]
        if (startsOn < year.startsOn || startsOn > year.endsOn) return { startsOn: outside }
        return endsOn > year.endsOn ? { endsOn: outside } : {}
      })
    },
  },
})
