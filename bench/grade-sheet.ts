/**
 * Measures saving and publishing a grade sheet, and equivalent plain SQL, on the database of
 * `bench-university.ts`. Prints JSON.
 */

import type { Caller } from '@matricola/server/caller.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { getResource } from '#resources/index.ts'
import { publishExamGrades } from '#server/grade-sheets/publish-grades.ts'
import { saveExamGrades } from '#server/grade-sheets/save-grade-sheet.ts'
import { measureMs, openBenchUniversity } from './bench-university.ts'

const { ROWS = '150', ROUNDS = '3' } = process.env
const { database, context, specializationId, caller } = await openBenchUniversity()
const createRecord = async (name: Parameters<typeof getResource>[0], body: object) =>
  (await recordsOf(context).insert(systemPermit('demo', getResource(name), 'create'), body)).id

const [department] = await database.query<{ id: string }>('select id from departments')
const account = {
  name: 'Ion Rus',
  username: 'ion',
  email: 'ion@univ.ro',
  role: 'professor',
  isActive: true,
}
const userId = await createRecord('users', account)
const person = {
  lastName: 'Rus',
  firstName: 'Ion',
  email: 'ion@univ.ro',
  departmentProfileId: department?.id,
  userId,
}
const professor: Caller = {
  ...caller,
  id: userId,
  role: 'professor',
  personId: await createRecord('professors', person),
}
const academicYearId = await createRecord('academic-years', {
  name: '2026-2027',
  startsOn: '2026-10-01',
  endsOn: '2027-09-30',
})
const course = {
  name: 'Graphs',
  code: 'GRAPHS',
  specializationId,
  year: 1,
  semester: 1,
  credits: 6,
}
const courseId = await createRecord('courses', course)
await database.query(
  `insert into students (id, last_name, last_name_key, first_name, first_name_key, matriculation_number, matriculation_number_key,
     specialization_id, study_year, academic_year_of_entry, status, funding_type, email, email_key, search_text)
   select gen_random_uuid(), 'Pop' || n, 'pop' || n, 'Ana', 'ana', 'Z' || n, 'z' || n, $2, 1, '2026-2027', 'active', 'budget',
     'z' || n || '@univ.ro', 'z' || n || '@univ.ro', 'pop' || n || ' ana'
   from generate_series(1, $1::int) n`,
  [Number(ROWS), specializationId],
)
await database.query('update settings set max_students_per_course = 1000')
const students = (await database.query<{ id: string }>('select id from students order by id')).map(
  ({ id }) => id,
)

let exams = 0
/** Creates an exam that began two hours ago, with all students. */
async function createHeldExam(): Promise<string> {
  exams += 1
  const [exam] = await database.query<{ id: string }>(
    `with k as (insert into university_classes (id, name, name_key, course_id, academic_year_id, semester, group_name, group_name_key, lead_professor_id, capacity, status, search_text)
       values (gen_random_uuid(), 'Graphs', 'graphs', $1, $2, 1, $4, $4, $3, 1000, 'active', 'graphs') returning id),
     m as (insert into class_enrolments (id, class_id, student_id, status, source)
       select gen_random_uuid(), k.id, s, 'active', 'manual' from k, unnest($5::uuid[]) s)
     insert into exams (id, class_id, course_id, academic_year_id, session, starts_at, professor_id, state)
     select gen_random_uuid(), k.id, $1, $2, 'winter', now() - interval '2 hours', $3, 'held' from k returning id`,
    [courseId, academicYearId, professor.personId, `g${exams}`, students],
  )
  if (!exam) throw new Error('No exam was created.')
  return exam.id
}

/** Stores the grades and their history in one statement. */
const savePlain = (examId: string) =>
  database.transaction(({ query }) =>
    query(
      `with g as (insert into grades (id, student_id, exam_id, course_id, academic_year_id, kind, attempt, result, value, state, professor_id)
         select gen_random_uuid(), s.id, $1, $2, $3, 'exam', 1, 'graded', 1 + s.place % 10, 'draft', $4
         from unnest($5::uuid[]) with ordinality as s(id, place) returning id, value)
       insert into change (id, resource, record_id, version, action, actor_id, actor_name, actor_role, at, before, after)
       select gen_random_uuid(), 'grades', g.id, 1, 'create', $6::uuid, 'Ion Rus', 'professor', now(), null, jsonb_build_object('value', g.value)
       from g`,
      [examId, courseId, academicYearId, professor.personId, students, userId],
    ),
  )

async function saveWithProgram(examId: string) {
  const entries = students.map((studentId, at) => ({
    studentId,
    result: 'graded' as const,
    value: (at % 10) + 1,
  }))
  const saveMs = await measureMs(async () => {
    const { outcomes } = await saveExamGrades(context, professor, { examId, entries })
    if (outcomes.some(({ outcome }) => outcome !== 'saved'))
      throw new Error(`A grade was not saved: ${JSON.stringify(outcomes[0])}`)
  })
  const publishMs = await measureMs(() =>
    publishExamGrades(context, professor, { examId, drafts: entries.length, missing: 0 }),
  )
  const secondExam = await createHeldExam()
  await saveExamGrades(context, professor, { examId: secondExam, entries: entries.slice(1) })
  const oneMs = await measureMs(() =>
    saveExamGrades(context, professor, { examId: secondExam, entries: entries.slice(0, 1) }),
  )
  return { saveMs, publishMs, oneMs }
}

const rounds = []
await savePlain(await createHeldExam())
await saveWithProgram(await createHeldExam())
for (let round = 1; round <= Number(ROUNDS); round++) {
  const [sqlExam, programExam] = [await createHeldExam(), await createHeldExam()]
  const plainMs = await measureMs(() => savePlain(sqlExam))
  rounds.push({ plainMs, ...(await saveWithProgram(programExam)) })
}
await database.close()
process.stdout.write(JSON.stringify(rounds))
