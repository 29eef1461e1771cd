/**
 * Tells whether the results of an admission would still be the same. Everything that they are made from leaves a stamp when it
 * changes, in the transaction of the change; a draft keeps the stamp of what it was made from, and holds as long as there is
 * no other. Changes wait for nobody but a release or the beginning of a draft, and those for the changes under way.
 */
import { randomUUID } from 'node:crypto'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { askedFields } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { WriteEvent } from '#server/engine/records/hooks.ts'
import { pick, run, sql, table, to } from '#server/engine/sql/typed.ts'
import { admissionInput } from '#server/university/tables/rows.ts'
import { gradeNames } from './formula.ts'

const a = table(admissionSessions, 'a')
const i = table(admissionInput, 'i')
const p = table(admissionProgrammes, 'p')
const r = table(registrations, 'r')

/** Fields of an application that results are made from. */
const ranked: ReadonlySet<string> = new Set([
  ...['admissionSessionId', 'status', 'specializationId', 'fundingPreference', 'placeKindId', 'gradesCheckedAt', 'confirmedAt'],
  ...['enrolledAt', 'wonSpecializationId', 'wonFunding', 'wonPlaceKindId', 'referenceCode', 'isDuplicate', 'cnp', 'foreignIdNumber'],
  ...gradeNames,
  ...askedFields,
])

/** Notes, in the transaction of a change, that the results of some admissions may be others now. */
export async function noteInputs(queries: Queries, sessionIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(sessionIds)].toSorted()
  if (ids.length === 0) return
  await run(queries, sql`select 1 from ${a} where ${a.id} = any(${ids}::uuid[]) order by ${a.id} for key share`)
  await run(
    queries,
    sql`insert into ${to(i, 'session_id', 'stamp')} select g.session_id, ${randomUUID()}::uuid
     from unnest(${ids}::uuid[]) as g (session_id)`,
  )
}

/** As `noteInputs`, of written applications. */
export const noteApplications = (queries: Queries, events: readonly WriteEvent<typeof registrations>[]): Promise<void> =>
  noteInputs(
    queries,
    events.flatMap(({ before, changed, record }) =>
      before === null || Object.keys(changed).some((name) => ranked.has(name))
        ? [before?.values.admissionSessionId, record.admissionSessionId].flatMap((id) => (typeof id === 'string' ? [id] : []))
        : [],
    ),
  )

/** As `noteInputs`, of what belongs to some applications. */
export async function noteInputsOf(queries: Queries, registrationIds: readonly string[]): Promise<void> {
  const found = await run(
    queries,
    sql`select distinct ${pick({ id: r.admissionSessionId })} from ${r} where ${r.id} = any(${registrationIds}::uuid[])`,
  )
  await noteInputs(
    queries,
    found.flatMap(({ id }) => id ?? []),
  )
}

/** As `noteInputs`, of what belongs to programmes of admissions; of every programme where none is named. */
export async function noteInputsAt(queries: Queries, programmeIds?: readonly string[]): Promise<void> {
  const found = await run(
    queries,
    sql`select distinct ${pick({ id: p.admissionSessionId })} from ${p}
     where ${programmeIds === undefined}::boolean or ${p.id} = any(${programmeIds ?? []}::uuid[])`,
  )
  await noteInputs(
    queries,
    found.map(({ id }) => id),
  )
}

/** Waits for the changes under way and keeps others waiting until the transaction ends. Answers the stamps of an admission. */
async function stampsHeld(queries: Queries, sessionId: string): Promise<readonly string[]> {
  await run(queries, sql`select 1 from ${a} where ${a.id} = ${sessionId} for update`)
  const rows = await run(queries, sql`select ${pick({ stamp: i.stamp })} from ${i} where ${i.session_id} = ${sessionId}`)
  return rows.map(({ stamp }) => stamp)
}

/** The stamp of what an admission's results are made from now: what is read afterwards is that, or has left another. */
export async function stampNow(queries: Queries, sessionId: string): Promise<string> {
  const [first, ...others] = await stampsHeld(queries, sessionId)
  if (first !== undefined && others.length === 0) return first
  const stamp = randomUUID()
  await run(queries, sql`delete from ${i} where ${i.session_id} = ${sessionId}`)
  await run(queries, sql`insert into ${to(i, 'session_id', 'stamp')} values (${sessionId}::uuid, ${stamp}::uuid)`)
  return stamp
}

/** Tells whether nothing has changed since a stamp, and keeps it so until the transaction ends. */
export async function holdsStill(queries: Queries, sessionId: string, stamp: string | null): Promise<boolean> {
  const stamps = await stampsHeld(queries, sessionId)
  return stamps.length === 1 && stamps[0] === stamp
}

/** As `holdsStill`, for a page: a moment later it may be otherwise. */
export async function isUnchanged(queries: Queries, sessionId: string, stamp: string | null): Promise<boolean> {
  const rows = await run(queries, sql`select ${pick({ stamp: i.stamp })} from ${i} where ${i.session_id} = ${sessionId} limit 2`)
  return rows.length === 1 && rows[0]?.stamp === stamp
}
