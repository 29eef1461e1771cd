/** Reads which entries of the menu are in use, and the records that wait in its sections. */
import { setTimeout as wait } from 'node:timers/promises'
import { isGranted } from '@matricola/schema/access.ts'
import { menuOf } from '@matricola/schema/areas.ts'
import { type MenuSection, type MenuUse, type MenuWait, menuKey } from '@matricola/schema/menu.ts'
import type { WireMenu, WireMenuWaits } from '@matricola/schema/wire/menu.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { authorize } from '../policy/permit.ts'
import { createListQuery } from '../records/reading/parse-list-query.ts'
import { recordsOf } from '../records/store.ts'
import { countFailedMails } from '../services/read-mails.ts'
import { predicateSql } from '../sql/predicate-sql.ts'
import { expr, pick, runStatement, sql, sqlForRow, table } from '../sql/typed.ts'

/** Time in milliseconds after which a count is given up. */
const maxCountMs = 2000

/** Returns which entries of the caller's menu are used, and what waits in its sections. */
export async function readMenu(context: Context, caller: Caller): Promise<WireMenu> {
  const sections = menuOf(context.registry, caller.role)
  const used: string[] = []
  const waits: Record<string, WireMenuWaits> = {}
  // One after the other: the embedded database runs one statement at a time, and other requests
  // should not be delayed.
  for (const entry of sections.flatMap(({ entries }) => entries))
    if (entry.usedWhen && (await isUsed(context, caller, entry.usedWhen))) used.push(menuKey(entry))
  for (const section of sections) {
    const found = await readWaits(context, caller, section)
    if (section.name !== null && found) waits[section.name] = found
  }
  return { used, waits }
}

/** Whether the university has such a record, regardless of the records that the caller may read. */
async function isUsed(
  { database, registry }: Context,
  caller: Caller,
  { any, where = {} }: MenuUse,
): Promise<boolean> {
  const resource = registry.get(any)
  const row = table(resource, 'used')
  const condition = sqlForRow(row, (alias, parameters) =>
    predicateSql(where, { resource, row: alias, caller, parameters }),
  )
  const [found] = await runStatement(
    database,
    sql`select ${pick({ isUsed: expr<boolean>`exists (select 1 from ${row} where ${condition})` })}`,
  )
  return found?.isUsed ?? false
}

/** Counts what waits in a section; null if nothing does. */
async function readWaits(
  context: Context,
  caller: Caller,
  { waits = [] }: MenuSection,
): Promise<WireMenuWaits | null> {
  const parts: WireMenuWaits['parts'][number][] = []
  let tone: WireMenuWaits['tone'] = 'neutral'
  for (const part of waits) {
    const counting = countWaiting(context, caller, part)
    if (!counting) continue
    // A count that takes longer continues, and its result is cached for the next call.
    const count = await Promise.race([counting, wait(maxCountMs, null, { ref: false })])
    if (count === 0) continue
    parts.push({ entry: menuKey(part), view: part.view, count })
    if (part.tone) tone = part.tone
  }
  if (parts.length === 0) return null
  const counts = parts.map(({ count }) => count)
  return {
    count: counts.includes(null)
      ? null
      : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    tone,
    parts,
  }
}

/** Returns null if the caller may not read the list. */
function countWaiting(context: Context, caller: Caller, part: MenuWait): Promise<number> | null {
  const { registry } = context
  if ('page' in part) return caller.role === registry.adminRole ? countFailedMails(context) : null
  const resource = registry.get(part.resource)
  if (!isGranted(resource, caller.role, 'read')) return null
  return recordsOf(context).count(
    authorize(caller, resource, 'read'),
    createListQuery(resource, { view: part.view }),
  )
}
