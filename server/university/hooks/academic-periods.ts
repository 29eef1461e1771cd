import type { FieldIssues } from '#model/wire.ts'
import type { Context } from '#server/engine/context.ts'
import type { Lifecycle, PlannedWrite } from '#server/engine/records/lifecycles.ts'

interface Year {
  readonly id: string
  readonly startsOn: string
  readonly endsOn: string
}

/** A period lies inside its academic year. */
export const academicPeriodLifecycle = ({ database }: Context): Lifecycle => ({
  async issuesOf(writes) {
    const moved = writes.filter(isMoved)
    if (moved.length === 0) return []
    const years = await database.query<Year>(
      'select id, starts_on as "startsOn", ends_on as "endsOn" from academic_years where id = any($1::uuid[])',
      [[...new Set(moved.map(({ record }) => record.academicYearId))]],
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

const isMoved = ({ changed }: PlannedWrite) => 'startsOn' in changed || 'endsOn' in changed || 'academicYearId' in changed
