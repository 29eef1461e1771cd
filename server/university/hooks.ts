import { lockingMarks } from '#server/academic/sheets/locking.ts'
import { academicPeriodLifecycle } from '#server/records/lifecycles/academic-periods.ts'
import { academicYearLifecycle } from '#server/records/lifecycles/academic-years.ts'
import { certificateLifecycle } from '#server/records/lifecycles/certificates.ts'
import { classEnrolmentLifecycle } from '#server/records/lifecycles/class-enrolments.ts'
import { classHourLifecycle } from '#server/records/lifecycles/class-hours.ts'
import { courseLifecycle } from '#server/records/lifecycles/courses.ts'
import { dataChangeLifecycle } from '#server/records/lifecycles/data-changes.ts'
import { departmentLifecycle } from '#server/records/lifecycles/departments.ts'
import { examResitLifecycle } from '#server/records/lifecycles/exam-resits.ts'
import { examLifecycle } from '#server/records/lifecycles/exams.ts'
import { financeLifecycle } from '#server/records/lifecycles/finances.ts'
import { gradeAppealLifecycle } from '#server/records/lifecycles/grade-appeals.ts'
import { gradeLifecycle } from '#server/records/lifecycles/grades.ts'
import { licenseExamLifecycle } from '#server/records/lifecycles/license-exams.ts'
import { messageLifecycle } from '#server/records/lifecycles/messages.ts'
import { professorLifecycle } from '#server/records/lifecycles/professors.ts'
import { registrationLifecycle } from '#server/records/lifecycles/registrations.ts'
import { savedViewLifecycle } from '#server/records/lifecycles/saved-views.ts'
import { settingsLifecycle } from '#server/records/lifecycles/settings.ts'
import { studentLifecycle } from '#server/records/lifecycles/students.ts'
import { universityClassLifecycle } from '#server/records/lifecycles/university-classes.ts'
import { userLifecycle } from '#server/records/lifecycles/users.ts'
import type { HooksOf } from '#server/records/lifecycles.ts'

/** What the university's records do beside being stored. */
export const universityHooks: HooksOf = (context, within) => ({
  'academic-periods': academicPeriodLifecycle(context),
  'academic-years': academicYearLifecycle(context),
  'class-hours': classHourLifecycle(context),
  'class-enrolments': classEnrolmentLifecycle(context),
  departments: departmentLifecycle(context),
  courses: courseLifecycle(context),
  settings: settingsLifecycle(context),
  students: studentLifecycle(context),
  finances: financeLifecycle(context),
  'license-exams': licenseExamLifecycle(context),
  certificates: certificateLifecycle(context),
  'data-changes': dataChangeLifecycle(context),
  grades: gradeLifecycle(context),
  'grade-appeals': gradeAppealLifecycle(context),
  'university-classes': universityClassLifecycle(context),
  exams: lockingMarks(context, examLifecycle(context)),
  'exam-resits': examResitLifecycle(context, within),
  messages: messageLifecycle(context),
  professors: professorLifecycle(context),
  registrations: registrationLifecycle(context),
  'saved-views': savedViewLifecycle(context),
  users: userLifecycle(context),
})
