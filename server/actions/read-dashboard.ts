import { isGranted } from '#model/access.ts'
import { AppError } from '#model/errors.ts'
import type { WireActivity, WireDashboard } from '#model/wire.ts'
import { allResources, resourceNamed, resources } from '#resources/index.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { authorize } from '../policy/permit.ts'
import { recordsOf } from '../records/store.ts'

const activitiesShown = 10
/** Latest changes that are looked at: many of them may be one action on many records. */
const changesRead = 500

/** Figures of the whole university, and the latest changes of what the caller may see the history of. */
export async function readDashboard(context: Context, caller: Caller): Promise<WireDashboard> {
  const [counts] = await context.database.query<{ students: number; professors: number }>(
    `select (select count(*) from students where status = 'active') as students,
       (select count(*) from professors where is_active) as professors`,
  )
  const registrationStatus = await registrationsByStatus(context)
  return {
    totalStudents: counts?.students ?? 0,
    facultyMembers: counts?.professors ?? 0,
    // Payments are not kept yet, so there are none to add up.
    totalRevenue: 0,
    registrations: Object.values(registrationStatus).reduce((sum, count) => sum + count, 0),
    registrationStatus,
    recentActivities: await recentActivities(context, caller),
  }
}

/** How many registrations stand in each status, those without any included. */
async function registrationsByStatus({ database }: Context): Promise<Record<string, number>> {
  const rows = await database.query<{ status: string; count: number }>(
    'select status, count(*) as count from registrations group by status',
  )
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return Object.fromEntries(Object.keys(resources.registrations.fields.status.choices).map((status) => [status, counts.get(status) ?? 0]))
}

interface ActivityRow {
  at: string
  actor_name: string
  resource: string
  action: string
  count: number
  record_id: string
}

/** The latest changes of what the caller may see the history of, taken together by person, minute, resource and action. */
async function recentActivities(context: Context, caller: Caller): Promise<WireActivity[]> {
  const visible = allResources.filter((resource) => isGranted(resource, caller.role, 'history')).map(({ name }) => name)
  const rows = await context.database.query<ActivityRow>(
    `with latest as (
       select id, at, actor_id, actor_name, resource, action, record_id from change
       where resource = any($1::text[]) order by at desc, id desc limit ${changesRead})
     select max(at) as at, actor_name, resource, action, count(distinct record_id) as count,
       (array_agg(record_id order by at desc, id desc))[1] as record_id
     from latest group by date_trunc('minute', at), actor_id, actor_name, resource, action
     order by max(at) desc, (array_agg(id order by at desc, id desc))[1] desc limit ${activitiesShown}`,
    [visible],
  )
  return await Promise.all(
    rows.map(async ({ at, actor_name: actor, resource, action, count, record_id: recordId }) => ({
      at,
      actor,
      resource,
      action,
      count,
      recordId,
      title: await titleOf(context, caller, { resource, recordId }),
    })),
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
