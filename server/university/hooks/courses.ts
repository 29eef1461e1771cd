import type { FieldIssues } from '#model/wire.ts'
import type { courses } from '#resources/courses.ts'
import { specializations } from '#resources/specializations.ts'
import type { Context } from '#server/engine/context.ts'
import { type Hooks, type PlannedWrite, touches } from '#server/engine/records/hooks.ts'
import { pick, run, sql, table } from '#server/engine/sql/typed.ts'

const z = table(specializations, 'z')

/** A course is taught in one of its specialization's years. */
export const courseHooks = ({ database }: Context): Hooks => ({
  async issuesOf(writes) {
    const asking = writes.filter(isAsking)
    if (asking.length === 0) return []
    const rows = await run(
      database,
      sql`SELECT ${pick({ id: z.id, years: z.yearsOfStudy })} FROM ${z}
       WHERE ${z.id} = ANY(${[...new Set(asking.map(({ record }) => record.specializationId))]}::uuid[])`,
    )
    const years = new Map(rows.map((row) => [row.id, row.years]))
    return writes.map((write) => (isAsking(write) ? yearIssues(write, years) : {}))
  },
})

const isAsking = ({ changed }: PlannedWrite<typeof courses>) => touches(changed, 'year', 'specializationId')

/** An unknown specialization is refused by the write itself. */
function yearIssues({ record }: PlannedWrite<typeof courses>, years: ReadonlyMap<string, number>): FieldIssues {
  const max = years.get(String(record.specializationId))
  return max !== undefined && Number(record.year) > max ? { year: [{ code: 'number.tooLarge', params: { max } }] } : {}
}
