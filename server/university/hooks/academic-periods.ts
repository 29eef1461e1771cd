import type { FieldIssues } from '#model/wire.ts'
import type { academicPeriods } from '#resources/academic-periods.ts'
import { academicYears } from '#resources/academic-years.ts'
import type { Context } from '#server/engine/context.ts'
import { type Hooks, type PlannedWrite, touches } from '#server/engine/records/hooks.ts'
import { columns, pick, run, sql, table } from '#server/engine/sql/typed.ts'

const y = table(academicYears, 'y')

/** A period lies inside its academic year. */
export const academicPeriodHooks = ({ database }: Context): Hooks => ({
  async issuesOf(writes) {
    const moved = writes.filter(isMoved)
    if (moved.length === 0) return []
    const years = await run(
      database,
      sql`select ${pick(columns(y, 'id', 'startsOn', 'endsOn'))} from ${y}
       where ${y.id} = any(${[...new Set(moved.map(({ record }) => record.academicYearId))]}::uuid[])`,
    )
    const known = new Map(years.map((year) => [year.id, year]))
    return writes.map((write): FieldIssues => {
      const { academicYearId, startsOn, endsOn } = write.record
      // An unknown year is refused by the write itself.
      const year = known.get(String(academicYearId))
      if (!year || !isMoved(write)) return {}
      const outside = [{ code: 'period.outside', params: { from: year.startsOn, to: year.endsOn } }]
      if (String(startsOn) < year.startsOn || String(startsOn) > year.endsOn) return { startsOn: outside }
      return String(endsOn) > year.endsOn ? { endsOn: outside } : {}
    })
  },
})

const isMoved = ({ changed }: PlannedWrite<typeof academicPeriods>) => touches(changed, 'startsOn', 'endsOn', 'academicYearId')
