import { isGranted } from '#model/access.ts'
import { AppError } from '#model/errors.ts'
import type { WireActivity, WireDashboard } from '#model/wire.ts'
import { allResources, resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { revenueSql } from '#server/university/computed.ts'
import { admissionFigures, countsByStatus, timeToDecision } from './admission-figures.ts'
import { toDoOf } from './to-do.ts'

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
    database.query<{ students: number; professors: number; revenue: number }>(
      `select (select count(*) from students where status = 'active') as students,
         (select count(*) from professors where is_active) as professors,
         (select ${revenueSql} from finances f) as revenue`,
    ),
    countsByStatus(database),
    toDoOf(context, caller),
    admissionFigures(database, now),
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

interface ActivityRow {
  at: string
  actor_name: string
  resource: string
  action: string
  count: number
  record_ids: readonly string[]
}

/**
 * The latest changes of what the caller may see the history of, taken together by person, minute, resource and action;
 * those of applicants and of the program by the hour, so that on a busy day the office's own still show.
 */
async function latestActivities(context: Context, caller: Caller): Promise<WireActivity[]> {
  const visible = allResources.filter((resource) => isGranted(resource, caller.role, 'history')).map(({ name }) => name)
  const rows = await context.database.query<ActivityRow>(
    `with latest as (
       select id, at, date_trunc(case when actor_role is null then 'hour' else 'minute' end, at) as during,
         actor_id, actor_name, resource, action, record_id from change
       where resource = any($1::text[]) order by at desc, id desc limit ${changesRead})
     select max(at) as at, actor_name, resource, action, count(distinct record_id) as count,
       array_agg(record_id order by at desc, id desc) as record_ids
     from latest group by during, actor_id, actor_name, resource, action
     order by max(at) desc, (array_agg(id order by at desc, id desc))[1] desc limit ${activitiesShown}`,
    [visible],
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
