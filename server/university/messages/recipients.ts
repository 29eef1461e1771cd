/** Whom a person may write to. */

import { fold } from '#model/folding.ts'
import type { Role } from '#model/vocabulary.ts'
import type { WireRecipients } from '#model/wire.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { users } from '#resources/users.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { foldedSql } from '#server/engine/sql/families.ts'
import { containing, Parameters } from '#server/engine/sql/parameters.ts'
import { scopes } from '#server/university/scopes.ts'

const mostPeople = 20
const mostClasses = 10
const maxWords = 6

/** The accounts that a role may write to, as a condition on the account `u`; `me` answers the SQL of the own id. */
const reachable: { readonly [R in Role]: (me: () => string) => string } = {
  admin: () => 'TRUE',
  secretary: () => 'TRUE',
  professor: (me) => `(${ofOffice} OR u.id IN (
    SELECT s.user_id FROM students s WHERE s.user_id IS NOT NULL AND ${scopes.studentsOfOwnClasses.professor('s', me())}))`,
  student: (me) => `(${ofOffice} OR u.id IN (
    SELECT p.user_id FROM university_classes k
    JOIN professors p ON p.id = k.lead_professor_id
      OR EXISTS (SELECT FROM class_assistants h WHERE h.class_id = k.id AND h.is_active AND h.professor_id = p.id)
    WHERE p.user_id IS NOT NULL AND ${scopes.ownClasses.student('k', me())}))`,
}

const ofOffice = "u.role IN ('admin', 'secretary')"

/** The active accounts that the caller may write to, as a condition on the account `u`. */
export const reachableSql = ({ id, role }: Caller, parameters: Parameters) =>
  `(u.is_active AND ${reachable[role](() => parameters.add(id, 'uuid'))})`

export interface Addressee {
  readonly id: string
  readonly name: string
}

/** The account of an id where the caller may write to it; null for any other, whether it exists or not. */
export async function addresseeOf(queries: Queries, caller: Caller, id: string): Promise<Addressee | null> {
  const parameters = new Parameters()
  const [found] = await queries.query<Addressee & { readonly [column: string]: unknown }>(
    `SELECT u.id, u.name FROM users u WHERE u.id = ${parameters.add(id, 'uuid')} AND ${reachableSql(caller, parameters)}`,
    parameters.values,
  )
  return found ?? null
}

/** The people and classes whose names hold every word of `text`, as far as the caller may write to them; the first of each. */
export async function findRecipients(queries: Queries, caller: Caller, text: string): Promise<WireRecipients> {
  const words = fold(text).split(/\s+/).filter(Boolean).slice(0, maxWords)
  return { people: await people(queries, caller, words), classes: await classes(queries, caller, words) }
}

const holdsAll = (name: string | null, words: readonly string[], parameters: Parameters) =>
  words.map((word) => `${name} LIKE ${parameters.add(containing(word), 'text')}`).join(' AND ') || 'TRUE'

/** A student is told apart by the group, a professor by the department. */
async function people(queries: Queries, caller: Caller, words: readonly string[]): Promise<WireRecipients['people']> {
  const parameters = new Parameters()
  const me = parameters.add(caller.id, 'uuid')
  return await queries.query(
    `SELECT u.id, u.name, u.role, coalesce(
       (SELECT s.group_name FROM students s WHERE s.user_id = u.id),
       (SELECT d.name FROM professors p JOIN departments d ON d.id = p.department_profile_id WHERE p.user_id = u.id)) AS about
     FROM users u WHERE u.id <> ${me} AND ${holdsAll(foldedSql(users, 'name', 'u'), words, parameters)} AND ${reachableSql(caller, parameters)}
     ORDER BY u.name_key, u.id LIMIT ${mostPeople}`,
    parameters.values,
  )
}

/** Those whose action `message` the caller may take: the office any, a professor the classes that he or she leads. */
async function classes(queries: Queries, caller: Caller, words: readonly string[]): Promise<WireRecipients['classes']> {
  if (caller.role === 'student') return []
  const parameters = new Parameters()
  const own = caller.role === 'professor' ? `k.lead_professor_id = ${parameters.add(caller.personId ?? null, 'uuid')}` : 'TRUE'
  return await queries.query(
    `SELECT k.id, k.name, y.name AS about,
       (SELECT count(*)::int FROM class_enrolments m WHERE m.class_id = k.id AND m.status = 'active') AS members
     FROM university_classes k JOIN academic_years y ON y.id = k.academic_year_id
     WHERE k.status <> 'closed' AND ${own} AND ${holdsAll(foldedSql(universityClasses, 'name', 'k'), words, parameters)}
     ORDER BY y.starts_on DESC, k.name_key, k.id LIMIT ${mostClasses}`,
    parameters.values,
  )
}
