import { isGranted } from '#model/access.ts'
import { AppError } from '#model/wire/errors.ts'
import type { WireActivity, WireDashboard } from '#model/wire/wire.ts'
import { finances } from '#resources/finances.ts'
import { allResources, resourceNamed } from '#resources/index.ts'
import { professors } from '#resources/professors.ts'
import { students } from '#resources/students.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { change } from '#server/engine/sql/tables.ts'
import { expr, is, pick, raw, run, sql, table } from '#server/engine/sql/typed.ts'
import { revenueOf } from '#server/university/computed.ts'
import { admissionFigures, countsByStatus, timeToDecision } from './admission-figures.ts'
import { toDoOf } from './to-do.ts'

const s = table(students, 's')
const p = table(professors, 'p')
const f = table(finances, 'f')
const h = table(change, 'h')

const activitiesShown = 10
/** Of how many records an activity says the names. */
const namesShown = 3
/** Latest changes that are looked at: many of them may be one action on many records. */
const changesRead = 500

/** Figures of the whole university and of the current admission, what waits, and the latest changes of what the caller may see the history of. */
export async function readDashboard(context: Context, caller: Caller): Promise<WireDashboard> {
  const { database, clock } = context
  const now = clock.now()
  const [[counts], registrationStatus, toDo, admission, decisions, recentActivities] = await Promise.all([
    run(
      database,
      sql`select ${pick({
        students: expr<number>`(select count(*) from ${s} where ${is(s.status, 'active')})`,
        professors: expr<number>`(select count(*) from ${p} where ${p.isActive})`,
        revenue: expr<number>`(select ${revenueOf(f)} from ${f})`,
      })}`,
    ),
    countsByStatus(database),
    toDoOf(context, caller),
    admissionFigures(database, now, caller.language),
    timeToDecision(database, now),
    latestActivities(context, caller),
  ])
  return {
    totalStudents: counts?.students ?? 0,
    facultyMembers: counts?.professors ?? 0,
    totalRevenue: counts?.revenue ?? 0,
    registrations: Object.values(registrationStatus).reduce((sum, count) => sum + count, 0),
    registrationStatus,
    recentActivities,
    asOf: now.toISOString(),
    toDo,
    admission,
    timeToDecision: decisions,
  }
}

/**
 * The latest changes of what the caller may see the history of, taken together by person, minute, resource and action;
 * those of applicants and of the program by the hour, so that on a busy day the office's own still show.
 */
async function latestActivities(context: Context, caller: Caller): Promise<WireActivity[]> {
  const visible = allResources.filter((resource) => isGranted(resource, caller.role, 'history')).map(({ name }) => name)
  const rows = await run(
    context.database,
    sql`with latest as (
       select ${h.id}, ${h.at}, date_trunc(case when ${h.actor_role} is null then 'hour' else 'minute' end, ${h.at}) as during,
         ${h.actor_id}, ${h.actor_name}, ${h.resource}, ${h.action}, ${h.record_id} from ${h}
       where ${h.resource} = any(${visible}::text[]) order by ${h.at} desc, ${h.id} desc limit ${raw(changesRead)})
     select ${pick({
       at: expr<string>`max(at)`,
       actor_name: expr<string>`actor_name`,
       resource: expr<string>`resource`,
       action: expr<string>`action`,
       count: expr<number>`count(distinct record_id)`,
       record_ids: expr<readonly string[]>`array_agg(record_id order by at desc, id desc)`,
     })}
     from latest group by during, actor_id, actor_name, resource, action
     order by max(at) desc, (array_agg(id order by at desc, id desc))[1] desc limit ${raw(activitiesShown)}`,
  )
  return await Promise.all(
    rows.map(async ({ at, actor_name: actor, resource, action, count, record_ids: all }) => {
      const ids = [...new Set(all)].slice(0, namesShown)
      const titles = await Promise.all(ids.map((recordId) => titleOf(context, caller, { resource, recordId })))
      const [recordId = '', title = '', others] = [ids[0], titles[0], titles.slice(1).filter((other) => other !== '')]
      return { at, actor, resource, action, count, recordId, title, others }
    }),
  )
}

/** The record's title as the caller reads it; empty for the settings, and for a record that is out of reach. */
async function titleOf(context: Context, caller: Caller, at: { readonly resource: string; readonly recordId: string }): Promise<string> {
  try {
    return (await recordsOf(context).find(authorize(caller, resourceNamed(at.resource), 'read'), at.recordId))._title
  } catch (error) {
    if (error instanceof AppError) return ''
    throw error
  }
}
