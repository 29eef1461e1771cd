import type { Queries } from '#server/engine/database/database.ts'

/** The accounts of students by the students' ids, as far as they have one. */
export async function studentAccounts(queries: Queries, studentIds: Iterable<unknown>): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.query<{ id: string; userId: string }>(
    'select id, user_id as "userId" from students where id = any($1::uuid[]) and user_id is not null',
    [[...new Set(studentIds)]],
  )
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}
