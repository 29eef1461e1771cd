import { type NamedStudyRecord, type StudyCourse, studyRecord } from '#model/academic/study-record.ts'
import { AppError } from '#model/errors.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { publishedSql } from '../exams/published.ts'
import { studyRules } from './rules.ts'

type StudentRow = Pick<
  NamedStudyRecord,
  'studentId' | 'name' | 'matriculationNumber' | 'programme' | 'studyYear' | 'yearsOfStudy' | 'creditsPerYear' | 'totalCredits'
>

/**
 * The study record of a student: the compulsory courses of the programme up to the year of study, the others that the
 * student attends, and whatever has a published mark. Who calls has found out that the student may be seen. Throws
 * `record.missing`.
 */
export async function readStudyRecord(queries: Queries, studentId: string): Promise<NamedStudyRecord> {
  const [[student], courses, { passMark }] = await Promise.all([
    queries.query<StudentRow>(
      `select s.id as "studentId", s.last_name || ' ' || s.first_name as name, s.matriculation_number as "matriculationNumber",
         p.name as programme, s.study_year as "studyYear", p.years_of_study as "yearsOfStudy",
         p.credits_per_year as "creditsPerYear", p.total_credits as "totalCredits"
       from students s join specializations p on p.id = s.specialization_id where s.id = $1::uuid`,
      [studentId],
    ),
    coursesOf(queries, studentId),
    studyRules(queries),
  ])
  if (!student) throw new AppError('record.missing')
  const { creditsPerYear, totalCredits } = student
  return { ...student, passMark, ...studyRecord(courses, { passMark, creditsPerYear, totalCredits }) }
}

async function coursesOf(queries: Queries, studentId: string): Promise<StudyCourse[]> {
  const rows = await queries.query<Omit<StudyCourse, 'attempts'> & { attempts: StudyCourse['attempts'] | string }>(
    `with marks as (
       select g.*, y.name as year_name, p.last_name || ' ' || p.first_name as professor from grades g
       left join academic_years y on y.id = g.academic_year_id left join professors p on p.id = g.professor_id
       where g.student_id = $1::uuid and ${publishedSql('g')}
     )
     select c.id, c.name, c.code, c.year, c.semester, c.credits, c.type, coalesce((
       select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'attempt', m.attempt, 'result', m.result, 'value', m.value,
           'academicYear', m.year_name, 'publishedAt', to_char(m.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'publishedBy', m.professor) order by m.attempt, m.published_at, m.id)
       from marks m where m.course_id = c.id), '[]'::jsonb) as attempts
     from courses c
     where c.id in (select course_id from marks)
       or c.id in (select k.course_id from class_enrolments e join university_classes k on k.id = e.class_id
         where e.student_id = $1::uuid and e.status = 'active')
       or exists (select from students s where s.id = $1::uuid and s.specialization_id = c.specialization_id
         and c.year <= s.study_year and c.type = 'compulsory' and c.is_active)
     order by c.year, c.semester, c.name_key, c.id`,
    [studentId],
  )
  // The engines differ in whether they hand over JSON as text.
  return rows.map((row) => ({ ...row, attempts: typeof row.attempts === 'string' ? JSON.parse(row.attempts) : row.attempts }))
}
