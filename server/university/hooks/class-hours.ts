import { hourWarnings } from '#server/academic/classes/warnings.ts'
import type { Context } from '#server/context.ts'
import type { Lifecycle } from '#server/records/lifecycles.ts'

/** Hours may clash; the office is warned of it. */
export const classHourLifecycle = ({ database }: Context): Lifecycle => ({
  async detail({ role }, { id, classId }) {
    const isOffice = role === 'admin' || role === 'secretary'
    return isOffice ? { warnings: await hourWarnings(database, { classId: String(classId), hourId: id }) } : {}
  },
})
