/** Users who entered the grades of an application, for the rule that they do not confirm them. */
import type { FieldIssues, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { PlannedWrite, WriteDraft } from '@matricola/server/records/hooks.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { changeTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  expr,
  isoInstant,
  pick,
  runStatement,
  type SqlExpression,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { gradeCheckStates } from '#resources/admission/application-workflow.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { gradeNames } from '#server/admission/ranking/formula.ts'

const change = table(changeTable)
const registration = table(registrations)
const settingsRow = table(settings)

interface GradeEntry {
  readonly grade: string
  readonly at: string
  readonly actor_id: string | null
  readonly actor_name: string
}

/** SQL for the newest change of the grade `grades.grade` of an application. */
const newestChangeOf = (id: string | SqlExpression<string>) =>
  sql`select ${pick({ at: isoInstant(change.at), ...columns(change, 'actor_id', 'actor_name', 'after') })} from ${change}
    where ${change.resource} = ${registrations.name} and ${change.record_id} = ${id} and jsonb_exists(${change.after}, grades.grade)
    order by ${change.version} desc limit 1`

/**
 * SQL for the newest change of each grade that the application has, in the order of declaration.
 */
export const gradeEntriesOf = (record: WireRecord) => {
  const givenGrades = gradeNames.filter((name) => (record[name] ?? null) !== null)
  return expr<
    readonly GradeEntry[]
  >`coalesce((select jsonb_agg(to_jsonb(newest) - 'after' || jsonb_build_object('grade', grades.grade) order by grades.position)
    from unnest(${givenGrades}::text[]) with ordinality as grades (grade, position), lateral (${newestChangeOf(record.id)}) newest), '[]'::jsonb)`
}

/**
 * Returns the values that withdraw the confirmation of grades, if a user changes one of them
 * afterwards and the settings require two people. A write that confirms the grades itself, such as
 * the answer to an appeal, keeps its confirmation.
 */
export async function gradeChecksAfter(
  queries: Queries,
  { permit, before, changed, record }: WriteDraft<typeof registrations>,
): Promise<Values> {
  const isConfirmed = (before?.values.gradesCheckedAt ?? null) !== null
  if (!permit.caller || !isConfirmed || 'gradesCheckedAt' in changed) return {}
  if (!gradeNames.some((name) => Object.hasOwn(changed, name))) return {}
  if (!gradeCheckStates.some((state) => state === record.status)) return {}
  const [rules] = await runStatement(
    queries,
    sql`select ${pick({ needsSecond: settingsRow.rankingNeedsSecond })} from ${settingsRow}`,
  )
  return rules?.needsSecond ? { gradesCheckedAt: null, gradesCheckedById: null } : {}
}

/**
 * Returns an issue for each confirmation of grades by the user who last entered one of them, if the
 * settings require two people. Otherwise one user could decide on a place alone.
 */
export async function ownGradeIssues(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<FieldIssues[]> {
  const ids = writes.flatMap(({ action, before }) =>
    action === 'checkGrades' && before ? [before.id] : [],
  )
  if (ids.length === 0) return []
  // All writes of a call are by the same user.
  const userId = writes[0]?.permit.actor.id ?? null
  const own = await runStatement(
    queries,
    sql`select ${pick(columns(registration, 'id'))} from ${registration} join ${settingsRow} on ${settingsRow.rankingNeedsSecond}
     where ${registration.id} = any(${ids}::uuid[]) and exists (select 1 from unnest(${gradeNames}::text[]) as grades (grade), lateral (${newestChangeOf(registration.id)}) newest
       where newest.actor_id = ${userId} and newest.after -> grades.grade <> 'null')`,
  )
  const ownIds = new Set(own.map(({ id }) => id))
  return writes.map(({ before }): FieldIssues => {
    if (!before || !ownIds.has(before.id)) return {}
    return { _: [{ code: 'grades.ownEntry' }] }
  })
}
