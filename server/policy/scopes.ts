import { isGranted } from '#model/access.ts'
import type { Role, ScopeName } from '#model/vocabulary.ts'
import { areas, offMenu } from '#resources/areas.ts'
import { resourceNamed } from '#resources/index.ts'

/** Rows of a named scope as SQL: `row` is the alias of the record, `me` the parameter with the caller's id. */
type ScopeSql = (row: string, me: string) => string

/** Names of the resources whose lists a role has pages for. */
export const listsOf = (role: Role): string[] =>
  [...areas[role].flatMap((entry) => ('resource' in entry ? [entry.resource] : [])), ...offMenu].filter((name) =>
    isGranted(resourceNamed(name), role, 'read'),
  )

/** Own views, and shared ones that are in use and of a list that the role has. */
const viewsFor =
  (role: Role): ScopeSql =>
  (row, me) => {
    const lists = listsOf(role).map((name) => `'${name}'`)
    return `(${row}.owner_id = ${me} OR (${row}.is_shared AND ${row}.is_active AND ${row}.list IN (${lists.join(', ')})))`
  }

/**
 * What each scope means for each role; a role that is missing has no rows. A student belongs to a class by programme
 * and group, a professor by leading it.
 */
const scopeSqls: { readonly [S in ScopeName]: { readonly [R in Role]?: ScopeSql } } = {
  ownClasses: {
    professor: (row, me) => `${row}.lead_professor_id IN (SELECT p.id FROM professors p WHERE p.user_id = ${me})`,
    student: (row, me) =>
      `EXISTS (SELECT 1 FROM students s JOIN courses c ON c.specialization_id = s.specialization_id
        WHERE s.user_id = ${me} AND c.id = ${row}.course_id AND s.group_name = ${row}.group_name)`,
  },
  viewsAtHand: {
    admin: viewsFor('admin'),
    secretary: viewsFor('secretary'),
    professor: viewsFor('professor'),
    student: viewsFor('student'),
  },
  studentsOfOwnClasses: {
    professor: (row, me) =>
      `EXISTS (SELECT 1 FROM professors p JOIN university_classes k ON k.lead_professor_id = p.id JOIN courses c ON c.id = k.course_id
        WHERE p.user_id = ${me} AND c.specialization_id = ${row}.specialization_id AND k.group_name = ${row}.group_name)`,
  },
}

/** The SQL of a scope for a role; no rows for a role that the scope does not know. */
export const scopeSql = (scope: ScopeName, role: Role, row: string, me: string): string => scopeSqls[scope][role]?.(row, me) ?? 'FALSE'
