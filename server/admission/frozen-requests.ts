import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { type Hooks, prepareEach, type WriteDraft } from '@matricola/server/records/hooks.ts'
import {
  equalsLiteral,
  expr,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import type { settings } from '#resources/settings.ts'
import { normalizedOfficeWeek } from './office-week.ts'

const registration = table(registrations)

/**
 * Stores the hours of the office in one form. While changes by applicants are turned off, the
 * deadlines of change requests are suspended.
 */
export const settingsHooks = ({ clock }: Context): Hooks<typeof settings> => ({
  prepare: prepareEach(({ changed }: WriteDraft<typeof settings>) => ({
    set: {
      ...normalizedOfficeWeek(changed),
      ...(Object.hasOwn(changed, 'disableUpdates') && {
        updatesDisabledAt: changed.disableUpdates === true ? clock.now().toISOString() : null,
      }),
    },
  })),
  async after(queries, events) {
    for (const { before, changed, at } of events) {
      const since = before?.values.updatesDisabledAt
      if (changed.disableUpdates === false && since)
        await extendFrozenRequests(queries, { since, now: at })
    }
  },
})

/**
 * Extends the deadline of each open change request by the time for which changes by applicants were
 * turned off. Call it in the transaction that turns them on again.
 */
async function extendFrozenRequests(
  queries: Queries,
  { since, now }: { readonly since: string; readonly now: string },
): Promise<void> {
  await runStatement(
    queries,
    sql`update ${registration} ${setValues(registration, { updateDueAt: expr`${registration.updateDueAt} + (${now}::timestamptz - ${since}::timestamptz)` })}
     where ${equalsLiteral(registration.status, 'update_requested')} and ${registration.overdueAt} is null and ${registration.updateDueAt} > ${since}::timestamptz`,
  )
}
