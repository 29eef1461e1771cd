import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { courses } from '#resources/courses.ts'
import { specializations } from '#resources/specializations.ts'

const specialization = table(specializations)

/** Requires that the year of a course is one of its programme's years. */
export const courseHooks = ({ database }: Context): Hooks<typeof courses> => ({
  validate: {
    fields: ['year', 'specializationId'],
    async work(writes) {
      const rows = await runStatement(
        database,
        sql`SELECT ${pick({ id: specialization.id, years: specialization.yearsOfStudy })} FROM ${specialization}
         WHERE ${specialization.id} = ANY(${[...new Set(writes.map(({ record }) => record.specializationId))]}::uuid[])`,
      )
      const years = new Map(rows.map((row) => [row.id, row.years]))
      return writes.map(({ record: { specializationId, year } }): FieldIssues => {
        // If the programme does not exist, the write itself fails.
        const max = years.get(specializationId) ?? year
        return year > max ? { year: [{ code: 'number.tooLarge', params: { max } }] } : {}
      })
    },
  },
})
