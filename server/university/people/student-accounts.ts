import { students } from '#resources/students.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { pick, present, run, sql, table } from '#server/engine/sql/typed.ts'

const s = table(students, 's')

/** The accounts of students by the students' ids, as far as they have one. */
export async function studentAccounts(queries: Queries, studentIds: Iterable<unknown>): Promise<ReadonlyMap<string, string>> {
  const rows = await run(
    queries,
    sql`select ${pick({ id: s.id, userId: present(s.userId) })} from ${s}
     where ${s.id} = any(${[...new Set(studentIds)]}::uuid[]) and ${s.userId} is not null`,
  )
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}
