import type { Queries } from '@matricola/server/database/database.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { settings } from '#resources/settings.ts'

const settingsRow = table(settings)

/** The rules of study from the settings. */
export interface StudyRules {
  /** Academic year of new records; null if the settings have none. */
  readonly academicYearId: string | null
  readonly allowExamResit: boolean
  readonly maxStudentsPerCourse: number
  readonly passMark: number
  readonly creditsForYear2: number
  readonly creditsForYear3: number
  readonly creditsForYear4: number
  readonly examNoticeDays: number
  readonly gradeDueHours: number
  readonly gradeLockHours: number
  readonly gradeAppealHours: number
  readonly gradeAnswerHours: number
  readonly resitNoticeDays: number
  readonly improvementsPerSemester: number
  readonly freeSittings: number
  readonly resitFee: number
  readonly degreePartGrade: number
  readonly degreeAverage: number
  readonly degreeCredits: number
  readonly tuitionInstalments: number
}

export async function readStudyRules(queries: Queries): Promise<StudyRules> {
  const [rules] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        settingsRow,
        'academicYearId',
        'allowExamResit',
        'maxStudentsPerCourse',
        'passMark',
        'creditsForYear2',
        'creditsForYear3',
        'creditsForYear4',
        'examNoticeDays',
        'gradeDueHours',
        'gradeLockHours',
        'gradeAppealHours',
        'gradeAnswerHours',
        'resitNoticeDays',
        'improvementsPerSemester',
        'freeSittings',
        'degreeCredits',
        'tuitionInstalments',
      ),
      resitFee: expr<number>`${settingsRow.resitFee}::float8`,
      degreePartGrade: expr<number>`${settingsRow.degreePartGrade}::float8`,
      degreeAverage: expr<number>`${settingsRow.degreeAverage}::float8`,
    })}
     from ${settingsRow} limit 1`,
  )
  if (!rules) throw new Error('the settings record is missing')
  return rules
}
