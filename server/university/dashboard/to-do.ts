import type { Predicate } from '#model/predicate.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireToDo } from '#model/wire.ts'
import { resources } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import { authorize, permittedRows } from '#server/engine/policy/permit.ts'
import { Parameters } from '#server/engine/sql/parameters.ts'
import { predicateSql } from '#server/engine/sql/predicate-sql.ts'

const { registrations } = resources
const open = { status: { in: ['submitted', 'under_review', 'update_requested', 'in_progress'] } } as const

interface ToDoRow {
  readonly waiting: number
  readonly oldest_id: string | null
  readonly oldest_at: string | null
  readonly resubmitted: number
  readonly overdue: number
}

/** What waits for the caller: the counts of the views of the registrations' list, by the same conditions. */
export async function toDoOf(context: Context, caller: Caller): Promise<WireToDo> {
  const [opened, decided, dataChanges, overdueMarks, overdueAppeals, failedMails] = await Promise.all([
    openCounts(context, caller),
    decidedCounts(context, caller),
    countOf(context, caller, { resource: resources['data-changes'], view: 'waiting' }),
    countOf(context, caller, { resource: resources.exams, view: 'overdue' }),
    countOf(context, caller, { resource: resources['grade-appeals'], view: 'overdue' }),
    deadMails(context, caller),
  ])
  return { ...opened, ...decided, dataChanges, overdueMarks, overdueAppeals, failedMails }
}

/** Only applications that are not decided are read. */
async function openCounts({ database }: Context, caller: Caller) {
  const { where, inView, rows, parameters } = conditionsFor(caller)
  const [row] = await database.query<ToDoRow>(
    `select count(*) filter (where ${inView('waiting')}) as waiting,
       (array_agg(r.id order by r.submitted_at, r.id) filter (where ${inView('waiting')}))[1] as oldest_id,
       min(r.submitted_at) filter (where ${inView('waiting')}) as oldest_at,
       count(*) filter (where ${inView('resubmitted')}) as resubmitted,
       count(*) filter (where ${inView('overdue')}) as overdue
     from registrations r where ${where(open)} and ${rows}`,
    parameters.values,
  )
  const { oldest_id: id, oldest_at: submittedAt } = row ?? {}
  return {
    waiting: row?.waiting ?? 0,
    oldest: id && submittedAt ? { id, submittedAt } : null,
    resubmitted: row?.resubmitted ?? 0,
    overdue: row?.overdue ?? 0,
  }
}

/** Each counted by itself, so that each is served by its own index. */
async function decidedCounts({ database }: Context, caller: Caller) {
  const { inView, rows, parameters } = conditionsFor(caller)
  const count = (view: 'toRelease' | 'toEnrol' | 'decidedToday') =>
    `(select count(*) from registrations r where ${inView(view)} and ${rows})`
  const [row] = await database.query<{ release: number; enrol: number; today: number }>(
    `select ${count('toRelease')} as release, ${count('toEnrol')} as enrol, ${count('decidedToday')} as today`,
    parameters.values,
  )
  return { toRelease: row?.release ?? 0, toEnrol: row?.enrol ?? 0, decidedToday: row?.today ?? 0 }
}

function conditionsFor(caller: Caller) {
  const permit = authorize(caller, registrations, 'read')
  const parameters = new Parameters()
  const where = (predicate: Predicate) => predicateSql(predicate, { resource: registrations, row: 'r', asker: permit.asker, parameters })
  return { parameters, where, inView: (view: string) => where(viewNamed(view)), rows: permittedRows(permit, 'r', parameters) }
}

function viewNamed(name: string, resource: AnyResource = registrations): Predicate {
  const view = resource.list.views?.[name]
  if (!view) throw new Error(`${resource.name} have no view ${name}`)
  return view.where
}

interface ViewCounted {
  readonly resource: AnyResource
  readonly view: string
}

/** How many records a view of a list holds, of those that the caller reads. */
async function countOf({ database }: Context, caller: Caller, { resource, view }: ViewCounted): Promise<number> {
  const permit = authorize(caller, resource, 'read')
  const parameters = new Parameters()
  const where = predicateSql(viewNamed(view, resource), { resource, row: 'r', asker: permit.asker, parameters })
  const [row] = await database.query<{ count: number }>(
    `select count(*) as count from ${tableNameOf(resource)} r where ${where} and ${permittedRows(permit, 'r', parameters)}`,
    parameters.values,
  )
  return row?.count ?? 0
}

/** Mails are for admins to read. */
async function deadMails({ database }: Context, { role }: Caller): Promise<number | null> {
  if (role !== 'admin') return null
  const [row] = await database.query<{ count: number }>("select count(*) as count from outbox_mail where state = 'dead'")
  return row?.count ?? 0
}
