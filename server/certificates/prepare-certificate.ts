import { randomInt } from 'node:crypto'
import type { RecordOf } from '@matricola/schema/resource.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { type Hooks, prepareEach, type WriteDraft } from '@matricola/server/records/hooks.ts'
import { consume } from '@matricola/server/session/rate-limits.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { inLanguage, isTranslatedIn } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import {
  type CertificateContent,
  type CertificateRecord,
  certificateRandomLength,
  toCertificateCode,
} from '#resources/academic/certificate.ts'
import type { NamedStudyRecord } from '#resources/academic/study-record.ts'
import { academicYears } from '#resources/academic-years.ts'
import { accessCodeAlphabet } from '#resources/admission/access-code.ts'
import type { certificates } from '#resources/certificates.ts'
import { departments } from '#resources/departments.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { students } from '#resources/students.ts'
import { universityRateLimits } from '#server/limits.ts'
import { readStudyRecord } from '../study/read-study-record.ts'

const student = table(students)
const specialization = table(specializations)
const department = table(departments)
const settingsRow = table(settings)
const academicYear = outerTable(academicYears)

/** Certificates. Their content is fixed when they are issued. */
export const certificateHooks = ({ clock, database }: Context): Hooks<typeof certificates> => ({
  prepare: prepareEach(async (write) =>
    write.before ? undefined : { set: await prepareCertificate(database, write, clock.now()) },
  ),
})

/**
 * Returns the values of a new certificate: the student, a unique code and the content. Students
 * issue certificates for themselves only. Throws `access.denied`, `requests.tooMany`, and
 * `input.invalid` for an inactive student unless it is a transcript.
 */
async function prepareCertificate(
  queries: Queries,
  { permit, record }: WriteDraft<typeof certificates>,
  now: Date,
): Promise<Values> {
  const { caller, role } = permit
  const studentId = role === 'student' ? caller?.personId : record.studentId
  if (typeof studentId !== 'string') throw new AppError('access.denied')
  if (role === 'student') await consume(queries, universityRateLimits.certificates, studentId, now)
  const content = await readContent(queries, studentId, record)
  if (record.kind === 'certificate' && content.status !== 'active')
    throw invalidInput({ kind: [{ code: 'certificate.notActive' }] })
  return { studentId, code: createCode(), content }
}

const createCode = () =>
  toCertificateCode(
    Array.from({ length: certificateRandomLength }, () =>
      accessCodeAlphabet.charAt(randomInt(32)),
    ).join(''),
  )

/**
 * Returns the content of a certificate for a student as of today. Throws `input.invalid` for an
 * unknown student.
 */
async function readContent(
  queries: Queries,
  studentId: string,
  { kind, language }: Pick<RecordOf<typeof certificates>, 'kind' | 'language'>,
): Promise<CertificateContent> {
  const [found] = await runStatement(
    queries,
    sql`select ${pick({
      universityName: settingsRow.universityName,
      namesIn: settingsRow.language,
      name: expr<string>`${student.lastName} || ' ' || ${student.firstName}`,
      ...columns(
        student,
        'matriculationNumber',
        'studyYear',
        'fundingType',
        'status',
        'academicYearOfEntry',
      ),
      department: inLanguage(department.name, language),
      programme: inLanguage(specialization.name, language),
      isDepartmentTranslated: isTranslatedIn(department.name, language),
      isProgrammeTranslated: isTranslatedIn(specialization.name, language),
      ...columns(specialization, 'cycle', 'yearsOfStudy'),
      programmeLanguage: specialization.language,
      academicYear: academicYear.name,
    })}
     from ${student} join ${specialization} on ${specialization.id} = ${student.specializationId} join ${department} on ${department.id} = ${specialization.departmentProfileId}
     cross join (select ${settingsRow.universityName}, ${settingsRow.language}, ${settingsRow.academicYearId} from ${settingsRow} limit 1) settings
     left join ${academicYear} on ${academicYear.id} = ${settingsRow.academicYearId}
     where ${student.id} = ${studentId}::uuid`,
  )
  if (!found) throw invalidInput({ studentId: [{ code: 'reference.unknown' }] })
  const { isDepartmentTranslated, isProgrammeTranslated, ...content } = found
  const translated = [
    ...(isDepartmentTranslated ? ['department' as const] : []),
    ...(isProgrammeTranslated ? ['programme' as const] : []),
  ]
  return {
    ...content,
    ...(translated.length > 0 && { translated }),
    record:
      kind === 'transcript'
        ? printedRecordOf(await readStudyRecord(queries, studentId, language))
        : null,
  }
}

/** Reduces a study record to the printed part: courses with a final grade. */
const printedRecordOf = ({
  years,
  average,
  creditsEarned,
  creditsPossible,
}: NamedStudyRecord): CertificateRecord => ({
  ...{ average, creditsEarned, creditsPossible },
  years: years.map(({ year, semesters, ...totals }) => ({
    ...{
      year,
      average: totals.average,
      creditsEarned: totals.creditsEarned,
      creditsPossible: totals.creditsPossible,
    },
    courses: semesters.flatMap(({ courses }) =>
      courses.flatMap(({ name, isTranslated, code, semester, credits, type, grade }) =>
        grade === null
          ? []
          : [
              {
                name,
                ...(isTranslated && { isTranslated }),
                code,
                semester,
                credits,
                isFacultative: type === 'facultative',
                grade,
              },
            ],
      ),
    ),
  })),
})
