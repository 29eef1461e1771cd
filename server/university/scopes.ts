import { isGranted } from '#model/access.ts'
import type { Role } from '#model/vocabulary.ts'
import { areas, offMenu } from '#resources/areas.ts'
import { resourceNamed } from '#resources/index.ts'
import type { UniversityScope } from '#resources/names.ts'
import type { ScopeSql } from '#server/engine/database/meanings.ts'

/** Names of the resources whose lists a role has pages for. */
const listsOf = (role: Role): string[] =>
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

/** Classes that the professor leads or helps to teach. */
const taughtBy = (klass: string, me: string) =>
  `(${klass}.lead_professor_id IN (SELECT p.id FROM professors p WHERE p.user_id = ${me}) OR EXISTS (
    SELECT FROM class_assistants h JOIN professors p ON p.id = h.professor_id WHERE h.class_id = ${klass}.id AND h.is_active AND p.user_id = ${me}))`

/** Whether the student attends a class, by the SQL of the class's id. */
const attendedBy = (classId: string, me: string) =>
  `EXISTS (SELECT FROM class_enrolments m JOIN students s ON s.id = m.student_id WHERE m.class_id = ${classId} AND m.status = 'active' AND s.user_id = ${me})`

/** What belongs to a class that the professor teaches or the student attends. */
const ofClasses = {
  professor: (row, me) => `EXISTS (SELECT FROM university_classes k WHERE k.id = ${row}.class_id AND ${taughtBy('k', me)})`,
  student: (row, me) => attendedBy(`${row}.class_id`, me),
} satisfies { readonly [R in Role]?: ScopeSql }

/** Marks that the professor entered, of the exams that he or she holds, and of the classes that he or she leads. */
const givenBy: ScopeSql = (grade, me) =>
  `EXISTS (SELECT FROM professors p WHERE p.user_id = ${me} AND (p.id = ${grade}.professor_id OR EXISTS (
    SELECT FROM exams e JOIN university_classes k ON k.id = e.class_id
    WHERE e.id = ${grade}.exam_id AND (e.professor_id = p.id OR k.lead_professor_id = p.id))))`

/** What each scope means for each role; a role that is missing has no rows. */
/** SQL of every scope of the university. */
export const scopes = {
  ownClasses: {
    professor: taughtBy,
    student: (row, me) => attendedBy(`${row}.id`, me),
  },
  ofOwnClasses: ofClasses,
  /** Hours that were set aside are no longer a student's. */
  hoursOfOwnClasses: { student: (row, me) => `(${row}.is_active AND ${attendedBy(`${row}.class_id`, me)})` },
  ofOwnCourses: {
    professor: (row, me) => `EXISTS (SELECT FROM university_classes k WHERE k.course_id = ${row}.course_id AND ${taughtBy('k', me)})`,
  },
  /**
   * A student sees an exam once it is published: of the own classes, the sitting that a request was granted for, and
   * those that could be asked for in the courses that he or she attended.
   */
  ownExams: {
    professor: (row, me) =>
      `(EXISTS (SELECT FROM university_classes k WHERE k.id = ${row}.class_id AND ${taughtBy('k', me)}) OR EXISTS (
        SELECT FROM professors p WHERE p.user_id = ${me} AND p.id IN (${row}.professor_id, ${row}.second_professor_id)))`,
    student: (row, me) =>
      `(${row}.state <> 'draft' AND (${attendedBy(`${row}.class_id`, me)} OR EXISTS (
        SELECT FROM exam_resits q JOIN students s ON s.id = q.student_id
        WHERE q.exam_id = ${row}.id AND q.status IN ('approved', 'held') AND s.user_id = ${me})
        OR ${row}.session IN ('resit', 'special') AND EXISTS (
        SELECT FROM university_classes k JOIN class_enrolments m ON m.class_id = k.id JOIN students s ON s.id = m.student_id
        WHERE k.course_id = ${row}.course_id AND s.user_id = ${me})))`,
  },
  gradesOfOwnClasses: { professor: givenBy },
  /** Who may answer, while it is open: who examines or leads the class now, whoever entered the mark. Then who answered, too. */
  appealsOfOwnMarks: {
    professor: (row, me) =>
      `EXISTS (SELECT FROM professors p WHERE p.user_id = ${me} AND (${row}.status <> 'open' AND p.id = ${row}.professor_id OR EXISTS (
        SELECT FROM grades g LEFT JOIN exams e ON e.id = g.exam_id LEFT JOIN university_classes k ON k.id = e.class_id
        WHERE g.id = ${row}.grade_id AND p.id IN (coalesce(e.professor_id, g.professor_id), k.lead_professor_id))))`,
  },
  viewsAtHand: {
    admin: viewsFor('admin'),
    secretary: viewsFor('secretary'),
    professor: viewsFor('professor'),
    student: viewsFor('student'),
  },
  /** Who attends a class that the professor teaches, or sits an exam that he or she holds or that belongs to an own class. */
  studentsOfOwnClasses: {
    professor: (row, me) =>
      `(EXISTS (SELECT FROM class_enrolments m JOIN university_classes k ON k.id = m.class_id
        WHERE m.student_id = ${row}.id AND m.status = 'active' AND ${taughtBy('k', me)})
       OR EXISTS (SELECT FROM exam_resits q JOIN exams e ON e.id = q.exam_id JOIN university_classes k ON k.id = e.class_id
        JOIN professors p ON p.user_id = ${me} AND p.id IN (e.professor_id, k.lead_professor_id)
        WHERE q.student_id = ${row}.id AND q.status IN ('approved', 'held'))
       OR EXISTS (SELECT FROM class_enrolments m JOIN exams e ON e.class_id = m.class_id JOIN professors p ON p.id = e.professor_id AND p.user_id = ${me}
        WHERE m.student_id = ${row}.id AND m.status = 'active'))`,
  },
} satisfies { readonly [S in UniversityScope]: { readonly [R in Role]?: ScopeSql } }
