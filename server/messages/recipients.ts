/** The users and classes that a user may write to. */

import type { AnyResource } from '@matricola/schema/resource.ts'
import { searchWords } from '@matricola/schema/values/folding.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { likePattern } from '@matricola/server/sql/parameters.ts'
import {
  type Aliased,
  columns,
  differsFromLiteral,
  equalsLiteral,
  expr,
  isOneOfLiterals,
  pick,
  raw,
  runStatement,
  type SqlExpression,
  type SqlPart,
  sql,
  sqlForRow,
  type TableOf,
  table,
} from '@matricola/server/sql/typed.ts'
import { foldedSql } from '@matricola/server/sql/value-sql.ts'
import type { WireRecipients } from '#resources/academic/wire-messages.ts'
import { academicYears } from '#resources/academic-years.ts'
import { classAssistants } from '#resources/class-assistants.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { departments } from '#resources/departments.ts'
import { professors } from '#resources/professors.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { users } from '#resources/users.ts'
import { isOwnClass, isStudentOfOwnClass } from '#server/scopes.ts'

const user = table(users)
const student = table(students)
const professor = table(professors)
const department = table(departments)
const classAssistant = table(classAssistants)
const classEnrolment = table(classEnrolments)
const universityClass = table(universityClasses)
const academicYear = table(academicYears)

const maxPeople = 20
const maxClasses = 10
const maxWords = 6

/** SQL by role for whether the user may write to an account. */
const reachable: {
  readonly [R in Role]: (account: Account, me: SqlExpression<string>) => SqlPart
} = {
  admin: () => raw('TRUE'),
  secretary: () => raw('TRUE'),
  professor: (account, me) => expr`(${isStaffAccount(account)} OR ${account.id} IN (
    SELECT ${student.userId} FROM ${student} WHERE ${student.userId} IS NOT NULL AND ${isStudentOfOwnClass.professor(student, me)}))`,
  student: (account, me) => expr`(${isStaffAccount(account)} OR ${account.id} IN (
    SELECT ${professor.userId} FROM ${universityClass}
    JOIN ${professor} ON ${professor.id} = ${universityClass.leadProfessorId}
      OR EXISTS (SELECT FROM ${classAssistant} WHERE ${classAssistant.classId} = ${universityClass.id} AND ${classAssistant.isActive} AND ${classAssistant.professorId} = ${professor.id})
    WHERE ${professor.userId} IS NOT NULL AND ${isOwnClass.student(universityClass, me)}))`,
}

type Account = TableOf<typeof users>
const isStaffAccount = (account: Account) => isOneOfLiterals(account.role, ['admin', 'secretary'])

/** SQL condition: whether an account is active and the caller may write to it. */
export const isReachable = (account: Account, { id, role }: Caller) =>
  expr<boolean>`(${account.isActive} AND ${reachable[role](account, expr<string>`${id}::uuid`)})`

export interface Addressee {
  readonly id: string
  readonly name: string
}

/** Returns an account by id; null if it does not exist or the caller may not write to it. */
export async function findAddressee(
  queries: Queries,
  caller: Caller,
  id: string,
): Promise<Addressee | null> {
  const [found] = await runStatement(
    queries,
    sql`SELECT ${pick(columns(user, 'id', 'name'))} FROM ${user} WHERE ${user.id} = ${id}::uuid AND ${isReachable(user, caller)}`,
  )
  return found ?? null
}

/**
 * Returns the first users and classes whose names contain every word of `text` and to whom the
 * caller may write.
 */
export async function findRecipients(
  queries: Queries,
  caller: Caller,
  text: string,
): Promise<WireRecipients> {
  const words = searchWords(text).slice(0, maxWords)
  return {
    people: await findPeople(queries, caller, words),
    classes: await findClasses(queries, caller, words),
  }
}

const matchesAllWords = (resource: AnyResource, row: Aliased, words: readonly string[]) =>
  sqlForRow(row, (alias, parameters) => {
    const name = foldedSql(resource, 'name', alias)
    return (
      words
        .map((word) => `${name} LIKE ${parameters.add(likePattern(word), 'text')}`)
        .join(' AND ') || 'TRUE'
    )
  })

/**
 * `about` distinguishes users with the same name: it is the group of a student or the department of
 * a professor.
 */
async function findPeople(
  queries: Queries,
  caller: Caller,
  words: readonly string[],
): Promise<WireRecipients['people']> {
  return await runStatement(
    queries,
    sql`SELECT ${pick({
      ...columns(user, 'id', 'name', 'role'),
      about: expr<string | null>`coalesce(
       (SELECT ${student.groupName} FROM ${student} WHERE ${student.userId} = ${user.id}),
       (SELECT ${department.name} FROM ${professor} JOIN ${department} ON ${department.id} = ${professor.departmentProfileId} WHERE ${professor.userId} = ${user.id}))`,
    })}
     FROM ${user} WHERE ${user.id} <> ${caller.id}::uuid AND ${matchesAllWords(users, user, words)} AND ${isReachable(user, caller)}
     ORDER BY ${user.nameKey}, ${user.id} LIMIT ${raw(maxPeople)}`,
  )
}

/**
 * Classes for which the caller may run the action `message`: all classes for staff, and the classes
 * that they lead for professors.
 */
async function findClasses(
  queries: Queries,
  caller: Caller,
  words: readonly string[],
): Promise<WireRecipients['classes']> {
  if (caller.role === 'student') return []
  const ownClasses =
    caller.role === 'professor'
      ? expr`${universityClass.leadProfessorId} = ${caller.personId ?? null}::uuid`
      : raw('TRUE')
  return await runStatement(
    queries,
    sql`SELECT ${pick({
      ...columns(universityClass, 'id', 'name'),
      about: academicYear.name,
      members: expr<number>`(SELECT count(*)::int FROM ${classEnrolment} WHERE ${classEnrolment.classId} = ${universityClass.id} AND ${equalsLiteral(classEnrolment.status, 'active')})`,
    })}
     FROM ${universityClass} JOIN ${academicYear} ON ${academicYear.id} = ${universityClass.academicYearId}
     WHERE ${differsFromLiteral(universityClass.status, 'closed')} AND ${ownClasses} AND ${matchesAllWords(universityClasses, universityClass, words)}
     ORDER BY ${academicYear.startsOn} DESC, ${universityClass.nameKey}, ${universityClass.id} LIMIT ${raw(maxClasses)}`,
  )
}
