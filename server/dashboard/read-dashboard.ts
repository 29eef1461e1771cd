import { isGranted } from '@matricola/schema/access.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { changeTable } from '@matricola/server/sql/tables.ts'
import {
  differsFromLiteral,
  equalsLiteral,
  expr,
  pick,
  raw,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { FastifyInstance } from 'fastify'
import type {
  WireActivity,
  WireDashboard,
  WireOverfullClass,
} from '#resources/academic/wire-dashboard.ts'
import { dashboard, overfullClasses as overfullCall } from '#resources/calls/dashboard.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { finances } from '#resources/finances.ts'
import { allResources, getResource } from '#resources/index.ts'
import { professors } from '#resources/professors.ts'
import { settings } from '#resources/settings.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { revenueOf } from '#server/computed.ts'
import { countByStatus, readAdmissionFigures, readTimeToDecision } from './admission-figures.ts'
import { readToDo } from './to-do.ts'

const universityClass = table(universityClasses)
const classEnrolment = table(classEnrolments)
const settingsRow = table(settings)
const student = table(students)
const professor = table(professors)
const ledgerEntry = table(finances)
const change = table(changeTable)

/** Figures for the start page of staff and for the settings page. */
export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, dashboard, async ({ caller }) => ok(await readDashboard(context, caller)))
  registerCall(app, overfullCall, async () => ok(await readOverfullClasses(context.database)))
}

const maxListed = 100

/** Returns open classes with more members than the settings allow, fullest first. */
const readOverfullClasses = (queries: Queries): Promise<WireOverfullClass[]> =>
  runStatement(
    queries,
    sql`select ${pick({ id: universityClass.id, title: universityClass.name, students: expr<WireOverfullClass['students']>`count(*)` })}
     from ${universityClass} join ${classEnrolment} on ${classEnrolment.classId} = ${universityClass.id} and ${equalsLiteral(classEnrolment.status, 'active')}
     where ${differsFromLiteral(universityClass.status, 'closed')}
     group by ${universityClass.id}, ${universityClass.name}, ${universityClass.nameKey} having count(*) > (select ${settingsRow.maxStudentsPerCourse} from ${settingsRow})
     order by count(*) desc, ${universityClass.nameKey}, ${universityClass.id} limit ${raw(maxListed)}`,
  )

const maxActivities = 10
/** Maximum number of records that an activity names. */
const maxNames = 3
/** Number of latest changes to read. Many of them can belong to one action on many records. */
const maxChanges = 500

/**
 * Returns figures of the university and of the current admission session, pending work, and the
 * latest changes that the caller may see.
 */
export async function readDashboard(context: Context, caller: Caller): Promise<WireDashboard> {
  const { database, clock } = context
  const now = clock.now()
  const [[counts], registrationStatus, toDo, admission, decisions, recentActivities] =
    await Promise.all([
      runStatement(
        database,
        sql`select ${pick({
          students: expr<number>`(select count(*) from ${student} where ${equalsLiteral(student.status, 'active')})`,
          professors: expr<number>`(select count(*) from ${professor} where ${professor.isActive})`,
          revenue: expr<number>`(select ${revenueOf(ledgerEntry)} from ${ledgerEntry})`,
        })}`,
      ),
      countByStatus(database),
      readToDo(context, caller),
      readAdmissionFigures(database, now, caller.language),
      readTimeToDecision(database, now),
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
 * Returns the latest changes of resources whose history the caller may see, grouped by actor,
 * minute, resource and action. Changes by applicants and the system are grouped by hour, so that
 * they do not crowd out those of staff.
 */
async function latestActivities(context: Context, caller: Caller): Promise<WireActivity[]> {
  const visible = allResources
    .filter((resource) => isGranted(resource, caller.role, 'history'))
    .map(({ name }) => name)
  const rows = await runStatement(
    context.database,
    sql`with latest as (
       select ${change.id}, ${change.at}, date_trunc(case when ${change.actor_role} is null then 'hour' else 'minute' end, ${change.at}) as during,
         ${change.actor_id}, ${change.actor_name}, ${change.resource}, ${change.action}, ${change.record_id} from ${change}
       where ${change.resource} = any(${visible}::text[]) order by ${change.at} desc, ${change.id} desc limit ${raw(maxChanges)})
     select ${pick({
       at: expr<string>`max(at)`,
       actor_name: expr<string>`actor_name`,
       resource: expr<string>`resource`,
       action: expr<string>`action`,
       count: expr<number>`count(distinct record_id)`,
       record_ids: expr<readonly string[]>`array_agg(record_id order by at desc, id desc)`,
     })}
     from latest group by during, actor_id, actor_name, resource, action
     order by max(at) desc, (array_agg(id order by at desc, id desc))[1] desc limit ${raw(maxActivities)}`,
  )
  return await Promise.all(
    rows.map(async ({ at, actor_name: actor, resource, action, count, record_ids: all }) => {
      const ids = [...new Set(all)].slice(0, maxNames)
      const titles = await Promise.all(
        ids.map((recordId) => titleOf(context, caller, { resource, recordId })),
      )
      const [recordId = '', title = '', others] = [
        ids[0],
        titles[0],
        titles.slice(1).filter((other) => other !== ''),
      ]
      return { at, actor, resource, action, count, recordId, title, others }
    }),
  )
}

/**
 * Returns a record's title; empty for the settings and for records that the caller may not read.
 */
async function titleOf(
  context: Context,
  caller: Caller,
  at: { readonly resource: string; readonly recordId: string },
): Promise<string> {
  try {
    return (
      await recordsOf(context).get(authorize(caller, getResource(at.resource), 'read'), at.recordId)
    )._title
  } catch (error) {
    if (error instanceof AppError) return ''
    throw error
  }
}
