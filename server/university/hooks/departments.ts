import { AppError } from '#model/errors.ts'
import type { departments } from '#resources/departments.ts'
import { specializations } from '#resources/specializations.ts'
import type { Context } from '#server/engine/context.ts'
import { forEach, type Hooks } from '#server/engine/records/hooks.ts'
import { run, sql, table } from '#server/engine/sql/typed.ts'

const z = table(specializations, 'z')

/** A department stays active while a specialization of it is. Throws `department.inUse`. */
export const departmentHooks = ({ database }: Context): Hooks<typeof departments> => ({
  prepare: {
    fields: ['isActive'],
    work: forEach(async ({ before, changed }) => {
      if (changed.isActive !== false || !before) return undefined
      const used = await run(
        database,
        sql`SELECT 1 FROM ${z} WHERE ${z.departmentProfileId} = ${before.id}::uuid AND ${z.isActive} LIMIT 1`,
      )
      if (used.length > 0) throw new AppError('department.inUse')
      return undefined
    }),
  },
})
