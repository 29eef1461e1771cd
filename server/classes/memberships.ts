import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import type { Permit } from '@matricola/server/policy/permit.ts'
import { writeRows } from '@matricola/server/records/writing/statement.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { type ClassPlaces, lockClasses } from './lock-classes.ts'

/** The caller that writes enrolments, with the permission for `class-enrolments` and the time. */
export interface EnrolmentWriter {
  readonly permit: Permit
  readonly keys: SecretKeys
  readonly at: Date
}

/** A stored enrolment of a student in a class. */
export interface Membership {
  readonly id: string
  readonly version: number
  readonly classId: string
  readonly studentId: string
  readonly status: 'active' | 'dropped'
  readonly source: 'manual' | 'group' | 'enrolment'
}

/**
 * A place that a student should get in a class. `existing` is the student's earlier enrolment in
 * it, if there is one.
 */
export interface PlannedMembership {
  readonly classId: string
  readonly studentId: string
  readonly source: Membership['source']
  readonly existing: Membership | undefined
}

/** Ends enrolments. `action` is recorded in the history. */
export const endMemberships = (
  queries: Queries,
  writer: EnrolmentWriter,
  action: string,
  memberships: readonly Membership[],
): Promise<void> => change(queries, writer, action, memberships, () => ({ status: 'dropped' }))

export interface JoinResult {
  readonly joined: readonly PlannedMembership[]
  /** Students for whom the class had no place. */
  readonly unplaced: readonly {
    readonly studentId: string
    readonly universityClass: ClassPlaces
  }[]
}

/** Gives places in the given order until the classes are full. */
export async function addMemberships(
  queries: Queries,
  writer: EnrolmentWriter,
  action: string,
  planned: readonly PlannedMembership[],
): Promise<JoinResult> {
  const classes = await lockClasses(
    queries,
    [...new Set(planned.map(({ classId }) => classId))],
    writer.permit.language,
  )
  const freePlaces = new Map([...classes].map(([id, { room, members }]) => [id, room - members]))
  const [joined, unplaced]: [
    PlannedMembership[],
    { studentId: string; universityClass: ClassPlaces }[],
  ] = [[], []]
  for (const membership of planned) {
    const [universityClass, free] = [
      classes.get(membership.classId),
      freePlaces.get(membership.classId) ?? 0,
    ]
    if (!universityClass) continue
    if (free > 0) joined.push(membership)
    else unplaced.push({ studentId: membership.studentId, universityClass })
    freePlaces.set(membership.classId, free - 1)
  }
  const returning = joined.flatMap(({ existing, source }) =>
    existing ? [{ ...existing, wantedSource: source }] : [],
  )
  await change(queries, writer, action, returning, ({ wantedSource }) => ({
    status: 'active',
    source: wantedSource,
  }))
  const newRows = joined
    .filter(({ existing }) => !existing)
    .map(({ classId, studentId, source }) => {
      const record = { classId, studentId, status: 'active', source }
      return { id: uuidv7(writer.at), before: null, changed: record, record }
    })
  const at = writer.at.toISOString()
  if (newRows.length > 0)
    await writeRows(writer, queries, { permit: writer.permit, action: 'create', at, rows: newRows })
  return { joined, unplaced }
}

async function change<M extends Membership>(
  queries: Queries,
  writer: EnrolmentWriter,
  action: string,
  rows: readonly M[],
  valuesOf: (row: M) => Values,
): Promise<void> {
  if (rows.length === 0) return
  const stored = rows.map((row) => {
    const { id, version, classId, studentId, status, source } = row
    const values = { classId, studentId, status, source }
    const changed = valuesOf(row)
    return { id, before: { version, values }, changed, record: { ...values, ...changed } }
  })
  const count = await writeRows(writer, queries, {
    permit: writer.permit,
    action,
    at: writer.at.toISOString(),
    rows: stored,
  })
  // Callers lock the rows of the students or of the class, so a concurrent write is rare. A retry
  // is safe.
  if (count !== rows.length) throw new AppError('server.busy')
}
