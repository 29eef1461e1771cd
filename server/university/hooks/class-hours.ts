import type { classHours } from '#resources/class-hours.ts'
import type { Context } from '#server/engine/context.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { hourWarnings } from '#server/university/classes/warnings.ts'

/** Hours may clash; the office is warned of it. */
export const classHourHooks = ({ database }: Context): Hooks<typeof classHours> => ({
  async detail({ role }, { id, classId }) {
    const isOffice = role === 'admin' || role === 'secretary'
    return isOffice ? { warnings: await hourWarnings(database, { classId: String(classId), hourId: id }) } : {}
  },
})
