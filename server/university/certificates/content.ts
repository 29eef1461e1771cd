import { randomInt } from 'node:crypto'
import { type CertificateContent, type CertificateRecord, certificateCodeOf, randomCertificateSigns } from '#model/academic/certificate.ts'
import type { NamedStudyRecord } from '#model/academic/study-record.ts'
import { accessCodeSigns } from '#model/admission/access-code.ts'
import { AppError, invalidInput } from '#model/errors.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { PlannedWrite } from '#server/engine/records/lifecycles.ts'
import { demand, limits } from '#server/engine/session/limiter.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { readStudyRecord } from '../study/read-study-record.ts'

/**
 * What a new certificate is issued with: a code that leads to no other, and what it says. Students issue their own.
 * Throws `access.denied`, `requests.tooMany`, `input.invalid` for who is no active student, unless it is of marks.
 */
export async function issued(queries: Queries, { permit, record }: PlannedWrite, now: Date): Promise<Values> {
  const { caller, role } = permit
  const studentId = role === 'student' ? caller?.personId : record.studentId
  if (typeof studentId !== 'string') throw new AppError('access.denied')
  if (role === 'student') await demand(queries, limits.certificates, studentId, now)
  const content = await contentOf(queries, studentId, String(record.kind))
  if (record.kind === 'certificate' && content.status !== 'active') throw invalidInput({ kind: [{ code: 'certificate.notActive' }] })
  return { studentId, code: newCode(), issuedAt: now.toISOString(), content }
}

const newCode = () =>
  certificateCodeOf(Array.from({ length: randomCertificateSigns }, () => accessCodeSigns.charAt(randomInt(32))).join(''))

/** What a certificate of that kind says of a student today. Throws `input.invalid` for an unknown student. */
async function contentOf(queries: Queries, studentId: string, kind: string): Promise<CertificateContent> {
  const [content] = await queries.query<Omit<CertificateContent, 'record'>>(
    `select t.university_name as "universityName", t.language as "namesIn", s.last_name || ' ' || s.first_name as name,
       s.matriculation_number as "matriculationNumber", d.name as department, p.name as programme, p.cycle,
       p.language as "programmeLanguage", s.study_year as "studyYear", p.years_of_study as "yearsOfStudy",
       s.funding_type as "fundingType", s.status, y.name as "academicYear", s.academic_year_of_entry as "academicYearOfEntry"
     from students s join specializations p on p.id = s.specialization_id join departments d on d.id = p.department_profile_id
     cross join (select university_name, language, academic_year_id from settings limit 1) t left join academic_years y on y.id = t.academic_year_id
     where s.id = $1::uuid`,
    [studentId],
  )
  if (!content) throw invalidInput({ studentId: [{ code: 'reference.unknown' }] })
  return { ...content, record: kind === 'transcript' ? papered(await readStudyRecord(queries, studentId)) : null }
}

/** A study record as a paper has it: courses with a final mark. */
const papered = ({ years, average, creditsWon, creditsPossible }: NamedStudyRecord): CertificateRecord => ({
  ...{ average, creditsWon, creditsPossible },
  years: years.map(({ year, semesters, ...totals }) => ({
    ...{ year, average: totals.average, creditsWon: totals.creditsWon, creditsPossible: totals.creditsPossible },
    courses: semesters.flatMap(({ courses }) =>
      courses.flatMap(({ name, code, semester, credits, type, mark }) =>
        mark === null ? [] : [{ name, code, semester, credits, isFacultative: type === 'facultative', mark }],
      ),
    ),
  })),
})
