import { randomInt } from 'node:crypto'
import { type CertificateContent, type CertificateRecord, certificateCodeOf, randomCertificateSigns } from '#model/academic/certificate.ts'
import type { NamedStudyRecord } from '#model/academic/study-record.ts'
import { accessCodeSigns } from '#model/admission/access-code.ts'
import type { RecordOf } from '#model/resource.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import { academicYears } from '#resources/academic-years.ts'
import type { certificates } from '#resources/certificates.ts'
import { departments } from '#resources/departments.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { students } from '#resources/students.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Draft } from '#server/engine/records/hooks.ts'
import { consume } from '#server/engine/session/limiter.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { columns, expr, inLanguage, isSaidIn, outer, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { limits } from '#server/university/limits.ts'
import { readStudyRecord } from '../study/read-study-record.ts'

const s = table(students, 's')
const p = table(specializations, 'p')
const d = table(departments, 'd')
const t = table(settings, 't')
const y = outer(academicYears, 'y')

/**
 * Returns the values of a new certificate: student, a unique code, and the content. Students issue certificates for themselves
 * only. Throws `access.denied`, `requests.tooMany`, and `input.invalid` for an inactive student unless it is a transcript.
 */
export async function issued(queries: Queries, { permit, record }: Draft<typeof certificates>, now: Date): Promise<Values> {
  const { caller, role } = permit
  const studentId = role === 'student' ? caller?.personId : record.studentId
  if (typeof studentId !== 'string') throw new AppError('access.denied')
  if (role === 'student') await consume(queries, limits.certificates, studentId, now)
  const content = await contentOf(queries, studentId, record)
  if (record.kind === 'certificate' && content.status !== 'active') throw invalidInput({ kind: [{ code: 'certificate.notActive' }] })
  return { studentId, code: newCode(), content }
}

const newCode = () =>
  certificateCodeOf(Array.from({ length: randomCertificateSigns }, () => accessCodeSigns.charAt(randomInt(32))).join(''))

/** Returns the content of a certificate for a student as of today. Throws `input.invalid` for an unknown student. */
async function contentOf(
  queries: Queries,
  studentId: string,
  { kind, language }: Pick<RecordOf<typeof certificates>, 'kind' | 'language'>,
): Promise<CertificateContent> {
  const [found] = await run(
    queries,
    sql`select ${pick({
      universityName: t.universityName,
      namesIn: t.language,
      name: expr<string>`${s.lastName} || ' ' || ${s.firstName}`,
      ...columns(s, 'matriculationNumber', 'studyYear', 'fundingType', 'status', 'academicYearOfEntry'),
      department: inLanguage(d.name, language),
      programme: inLanguage(p.name, language),
      isDepartmentTranslated: isSaidIn(d.name, language),
      isProgrammeTranslated: isSaidIn(p.name, language),
      ...columns(p, 'cycle', 'yearsOfStudy'),
      programmeLanguage: p.language,
      academicYear: y.name,
    })}
     from ${s} join ${p} on ${p.id} = ${s.specializationId} join ${d} on ${d.id} = ${p.departmentProfileId}
     cross join (select ${t.universityName}, ${t.language}, ${t.academicYearId} from ${t} limit 1) t
     left join ${y} on ${y.id} = ${t.academicYearId}
     where ${s.id} = ${studentId}::uuid`,
  )
  if (!found) throw invalidInput({ studentId: [{ code: 'reference.unknown' }] })
  const { isDepartmentTranslated, isProgrammeTranslated, ...content } = found
  const translated = [...(isDepartmentTranslated ? ['department' as const] : []), ...(isProgrammeTranslated ? ['programme' as const] : [])]
  return {
    ...content,
    ...(translated.length > 0 && { translated }),
    record: kind === 'transcript' ? papered(await readStudyRecord(queries, studentId, language)) : null,
  }
}

/** Reduces a study record to the printed part: courses with a final grade. */
const papered = ({ years, average, creditsWon, creditsPossible }: NamedStudyRecord): CertificateRecord => ({
  ...{ average, creditsWon, creditsPossible },
  years: years.map(({ year, semesters, ...totals }) => ({
    ...{ year, average: totals.average, creditsWon: totals.creditsWon, creditsPossible: totals.creditsPossible },
    courses: semesters.flatMap(({ courses }) =>
      courses.flatMap(({ name, isTranslated, code, semester, credits, type, mark }) =>
        mark === null
          ? []
          : [{ name, ...(isTranslated && { isTranslated }), code, semester, credits, isFacultative: type === 'facultative', mark }],
      ),
    ),
  })),
})
