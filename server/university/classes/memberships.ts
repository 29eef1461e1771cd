import { AppError } from '#model/wire/errors.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import { storeMany } from '#server/engine/records/writing/statement.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import type { Values } from '#server/engine/sql/storage.ts'
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

/** A place that a student should get in a class. `known` is the student's earlier enrolment in it, if there is one. */
export interface PlannedMembership {
  readonly classId: string
  readonly studentId: string
  readonly source: Membership['source']
  readonly known: Membership | undefined
}

/** Ends enrolments. `action` is recorded in the history. */
export const endMemberships = (queries: Queries, writer: EnrolmentWriter, action: string, leaving: readonly Membership[]): Promise<void> =>
  change(queries, writer, action, leaving, () => ({ status: 'dropped' }))

export interface JoinResult {
  readonly joined: readonly PlannedMembership[]
  /** Students for whom the class had no place. */
  readonly leftOut: readonly { readonly studentId: string; readonly place: ClassPlaces }[]
}

/** Gives places in the given order until the classes are full. */
export async function addMemberships(
  queries: Queries,
  writer: EnrolmentWriter,
  action: string,
  wanted: readonly PlannedMembership[],
): Promise<JoinResult> {
  const places = await lockClasses(queries, [...new Set(wanted.map(({ classId }) => classId))], writer.permit.language)
  const left = new Map([...places].map(([id, { room, members }]) => [id, room - members]))
  const [joined, leftOut]: [PlannedMembership[], { studentId: string; place: ClassPlaces }[]] = [[], []]
  for (const one of wanted) {
    const [place, free] = [places.get(one.classId), left.get(one.classId) ?? 0]
    if (!place) continue
    if (free > 0) joined.push(one)
    else leftOut.push({ studentId: one.studentId, place })
    left.set(one.classId, free - 1)
  }
  const back = joined.flatMap(({ known, source }) => (known ? [{ ...known, wantedSource: source }] : []))
  await change(queries, writer, action, back, ({ wantedSource }) => ({ status: 'active', source: wantedSource }))
  const fresh = joined
    .filter(({ known }) => !known)
    .map(({ classId, studentId, source }) => {
      const record = { classId, studentId, status: 'active', source }
      return { id: uuidv7(writer.at), from: null, values: record, noted: record, before: null, record }
    })
  if (fresh.length > 0) await storeMany(writer, queries, { permit: writer.permit, action: 'create', at: writer.at, rows: fresh })
  return { joined, leftOut }
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
    const before = { classId, studentId, status, source }
    const values = valuesOf(row)
    return { id, from: version, values, noted: values, before, record: { ...before, ...values } }
  })
  const count = await storeMany(writer, queries, { permit: writer.permit, action, at: writer.at, rows: stored })
  // Callers lock the rows of the students or of the class, so a concurrent write is rare. A retry is safe.
  if (count !== rows.length) throw new AppError('server.busy')
}
