import type { Predicate } from '@matricola/schema/predicate.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { authorize, type Permit, permittedCondition } from '@matricola/server/policy/permit.ts'
import { countFailedMails } from '@matricola/server/services/read-mails.ts'
import { predicateSql } from '@matricola/server/sql/predicate-sql.ts'
import {
  type Aliased,
  expr,
  pick,
  runStatement,
  sql,
  sqlForRow,
  table,
} from '@matricola/server/sql/typed.ts'
import type { WireToDo } from '#resources/academic/wire-dashboard.ts'
import { resources } from '#resources/index.ts'
import { registrations } from '#resources/registrations.ts'

const registration = table(registrations)

const open = {
  status: { in: ['submitted', 'under_review', 'update_requested', 'in_progress'] },
} as const

/**
 * Returns counts of pending work for the caller, from the same predicates as the views of the
 * lists.
 */
export async function readToDo(context: Context, caller: Caller): Promise<WireToDo> {
  const [opened, decided, dataChanges, overdueGrades, overdueAppeals, failedMails] =
    await Promise.all([
      openCounts(context, caller),
      decidedCounts(context, caller),
      countOf(context, caller, { resource: resources['data-changes'], view: 'waiting' }),
      countOf(context, caller, { resource: resources.exams, view: 'overdue' }),
      countOf(context, caller, { resource: resources['grade-appeals'], view: 'overdue' }),
      // Only admins may read emails.
      caller.role === 'admin' ? countFailedMails(context) : null,
    ])
  return { ...opened, ...decided, dataChanges, overdueGrades, overdueAppeals, failedMails }
}

/** Counts in one pass over the undecided applications. */
async function openCounts({ database }: Context, caller: Caller) {
  const { where, inView, rows } = conditionsFor(caller)
  const [row] = await runStatement(
    database,
    sql`select ${pick({
      waiting: expr<number>`count(*) filter (where ${inView('waiting')})`,
      oldestId: expr<
        string | null
      >`(array_agg(${registration.id} order by ${registration.submittedAt}, ${registration.id}) filter (where ${inView('waiting')}))[1]`,
      oldestAt: expr<
        string | null
      >`min(${registration.submittedAt}) filter (where ${inView('waiting')})`,
      resubmitted: expr<number>`count(*) filter (where ${inView('resubmitted')})`,
      overdue: expr<number>`count(*) filter (where ${inView('overdue')})`,
    })}
     from ${registration} where ${where(open)} and ${rows}`,
  )
  const { oldestId: id, oldestAt: submittedAt } = row ?? {}
  return {
    waiting: row?.waiting ?? 0,
    oldest: id && submittedAt ? { id, submittedAt } : null,
    resubmitted: row?.resubmitted ?? 0,
    overdue: row?.overdue ?? 0,
  }
}

/** One subquery per view, so that each uses its own index. */
async function decidedCounts({ database }: Context, caller: Caller) {
  const { inView, rows } = conditionsFor(caller)
  const count = (view: 'toRelease' | 'toEnrol' | 'decidedToday') =>
    expr<number>`(select count(*) from ${registration} where ${inView(view)} and ${rows})`
  const [row] = await runStatement(
    database,
    sql`select ${pick({
      release: count('toRelease'),
      enrol: count('toEnrol'),
      today: count('decidedToday'),
    })}`,
  )
  return { toRelease: row?.release ?? 0, toEnrol: row?.enrol ?? 0, decidedToday: row?.today ?? 0 }
}

function conditionsFor(caller: Caller) {
  const permit = authorize(caller, registrations, 'read')
  const where = (predicate: Predicate) => rowMatches(permit, registration, predicate)
  return {
    where,
    inView: (view: string) => where(getViewPredicate(view)),
    rows: permittedCondition(permit, registration),
  }
}

/** SQL condition: whether a row meets a predicate, evaluated for the caller of the permit. */
const rowMatches = (
  { resource, callerIdentity: caller }: Permit,
  row: Aliased,
  predicate: Predicate,
) =>
  sqlForRow(row, (alias, parameters) =>
    predicateSql(predicate, { resource, row: alias, caller, parameters }),
  )

function getViewPredicate(name: string, resource: AnyResource = registrations): Predicate {
  const view = resource.list.views?.[name]
  if (!view) throw new Error(`"${resource.name}" has no view "${name}"`)
  return view.where
}

interface ViewCounted {
  readonly resource: AnyResource
  readonly view: string
}

/** Counts the records in a view that the caller may read. */
async function countOf(
  { database }: Context,
  caller: Caller,
  { resource, view }: ViewCounted,
): Promise<number> {
  const permit = authorize(caller, resource, 'read')
  // The conditions can contain the same table.
  const row = table(resource, 'counted')
  const [result] = await runStatement(
    database,
    sql`select ${pick({ count: expr<number>`count(*)` })} from ${row}
     where ${rowMatches(permit, row, getViewPredicate(view, resource))} and ${permittedCondition(permit, row)}`,
  )
  return result?.count ?? 0
}
