import type { HooksOf } from '#server/engine/records/lifecycles.ts'
import { academicPeriodLifecycle } from '#server/university/hooks/academic-periods.ts'
import { academicYearLifecycle } from '#server/university/hooks/academic-years.ts'
import { certificateLifecycle } from '#server/university/hooks/certificates.ts'
import { classEnrolmentLifecycle } from '#server/university/hooks/class-enrolments.ts'
import { classHourLifecycle } from '#server/university/hooks/class-hours.ts'
import { courseLifecycle } from '#server/university/hooks/courses.ts'
import { dataChangeLifecycle } from '#server/university/hooks/data-changes.ts'
import { departmentLifecycle } from '#server/university/hooks/departments.ts'
import { examResitLifecycle } from '#server/university/hooks/exam-resits.ts'
import { examLifecycle } from '#server/university/hooks/exams.ts'
import { financeLifecycle } from '#server/university/hooks/finances.ts'
import { gradeAppealLifecycle } from '#server/university/hooks/grade-appeals.ts'
import { gradeLifecycle } from '#server/university/hooks/grades.ts'
import { licenseExamLifecycle } from '#server/university/hooks/license-exams.ts'
import { messageLifecycle } from '#server/university/hooks/messages.ts'
import { professorLifecycle } from '#server/university/hooks/professors.ts'
import { registrationLifecycle } from '#server/university/hooks/registrations.ts'
import { savedViewLifecycle } from '#server/university/hooks/saved-views.ts'
import { settingsLifecycle } from '#server/university/hooks/settings.ts'
import { studentLifecycle } from '#server/university/hooks/students.ts'
import { universityClassLifecycle } from '#server/university/hooks/university-classes.ts'
import { userLifecycle } from '#server/university/hooks/users.ts'
import { lockingMarks } from '#server/university/sheets/locking.ts'

/** Work that belongs to the writes of the university's records. */
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
