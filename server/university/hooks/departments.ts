import { AppError } from '#model/errors.ts'
import type { Context } from '#server/engine/context.ts'
import type { Lifecycle } from '#server/engine/records/lifecycles.ts'

/** A department stays active while a specialization of it is. Throws `department.inUse`. */
export const departmentLifecycle = ({ database }: Context): Lifecycle => ({
  async beforeUpdate({ before, changed }) {
    if (changed.isActive !== false || !before) return undefined
    const used = await database.query('SELECT 1 FROM specializations WHERE department_profile_id = $1::uuid AND is_active LIMIT 1', [
      before.id,
    ])
    if (used.length > 0) throw new AppError('department.inUse')
    return undefined
  },
})
