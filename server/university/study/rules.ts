import type { Queries } from '#server/engine/database/database.ts'

/** The rules of study as the settings say them; their defaults and sources: domain rules, section A.5. */
export interface StudyRules {
  /** The academic year that new records belong to; null where nobody chose one. */
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
  readonly gradeContestHours: number
  readonly gradeAnswerHours: number
  readonly resitNoticeDays: number
  readonly improvementsPerSemester: number
  readonly freeSittings: number
  readonly resitFee: number
  readonly degreePartMark: number
  readonly degreeAverage: number
  readonly degreeCredits: number
  readonly tuitionInstalments: number
}

/** The rules as they are now. */
export async function studyRules(queries: Queries): Promise<StudyRules> {
  const [rules] = await queries.query<StudyRules>(
    `select academic_year_id as "academicYearId", allow_exam_resit as "allowExamResit", max_students_per_course as "maxStudentsPerCourse",
       pass_mark as "passMark", credits_for_year2 as "creditsForYear2", credits_for_year3 as "creditsForYear3",
       credits_for_year4 as "creditsForYear4", exam_notice_days as "examNoticeDays", grade_due_hours as "gradeDueHours",
       grade_lock_hours as "gradeLockHours", grade_contest_hours as "gradeContestHours", grade_answer_hours as "gradeAnswerHours", resit_notice_days as "resitNoticeDays",
       improvements_per_semester as "improvementsPerSemester", free_sittings as "freeSittings", resit_fee::float8 as "resitFee",
       degree_part_mark::float8 as "degreePartMark", degree_average::float8 as "degreeAverage", degree_credits as "degreeCredits",
       tuition_instalments as "tuitionInstalments"
     from settings limit 1`,
  )
  if (!rules) throw new Error('the university has no settings')
  return rules
}
