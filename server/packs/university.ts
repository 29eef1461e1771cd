import { watchMarks } from '#server/academic/sheets/duties.ts'
import { startReminders } from '#server/admission/reminders.ts'
import type { Pack } from '#server/pack.ts'
import { startRepeating } from '#server/repeating.ts'
import { universityRoutes } from '#server/routes/university.ts'
import { computed } from '#server/university/computed.ts'
import { universityErasures } from '#server/university/erasures.ts'
import { universityHooks } from '#server/university/hooks.ts'
import { refusals } from '#server/university/refusals.ts'
import { scopes } from '#server/university/scopes.ts'
import { universityUpkeep } from '#server/university/upkeep.ts'

/** The university that comes with the program. */
export const university: Pack = {
  name: 'university',
  migrations: 'server/database/migrations',
  locales: 'locales',
  scopes,
  computed,
  refusals,
  hooks: universityHooks,
  routes: universityRoutes,
  upkeep: universityUpkeep,
  erasures: universityErasures,
  start: (context) => [startReminders(context), startRepeating(context, { work: watchMarks, failure: 'marks could not be watched' })],
}
