import type { CreateHooks } from '#server/engine/records/hooks.ts'
import { academicPeriodHooks } from '#server/university/hooks/academic-periods.ts'
import { academicYearHooks } from '#server/university/hooks/academic-years.ts'
import { admissionAppealHooks } from '#server/university/hooks/admission-appeals.ts'
import { admissionDraftHooks } from '#server/university/hooks/admission-drafts.ts'
import { applicationChoiceHooks, placeKindHooks, specialPlaceHooks } from '#server/university/hooks/admission-inputs.ts'
import { admissionProgrammeHooks } from '#server/university/hooks/admission-programmes.ts'
import { admissionSessionHooks } from '#server/university/hooks/admission-sessions.ts'
import { bankPaymentHooks } from '#server/university/hooks/bank-payments.ts'
import { certificateHooks } from '#server/university/hooks/certificates.ts'
import { classEnrolmentHooks } from '#server/university/hooks/class-enrolments.ts'
import { classHourHooks } from '#server/university/hooks/class-hours.ts'
import { courseHooks } from '#server/university/hooks/courses.ts'
import { dataChangeHooks } from '#server/university/hooks/data-changes.ts'
import { examResitHooks } from '#server/university/hooks/exam-resits.ts'
import { examHooks } from '#server/university/hooks/exams.ts'
import { financeHooks } from '#server/university/hooks/finances.ts'
import { gradeAppealHooks } from '#server/university/hooks/grade-appeals.ts'
import { gradeHooks } from '#server/university/hooks/grades.ts'
import { licenseExamHooks } from '#server/university/hooks/license-exams.ts'
import { messageHooks } from '#server/university/hooks/messages.ts'
import { professorHooks } from '#server/university/hooks/professors.ts'
import { registrationHooks } from '#server/university/hooks/registrations.ts'
import { savedViewHooks } from '#server/university/hooks/saved-views.ts'
import { settingsHooks } from '#server/university/hooks/settings.ts'
import { studentHooks } from '#server/university/hooks/students.ts'
import { universityClassHooks } from '#server/university/hooks/university-classes.ts'
import { userHooks } from '#server/university/hooks/users.ts'

/** Hooks for the university's resources. */
export const universityHooks: CreateHooks = (context, recordsWithin) => ({
  'academic-periods': academicPeriodHooks(context),
  'academic-years': academicYearHooks(context),
  'admission-sessions': admissionSessionHooks(context),
  'admission-appeals': admissionAppealHooks(context),
  'admission-drafts': admissionDraftHooks(context),
  'admission-programmes': admissionProgrammeHooks,
  'bank-payments': bankPaymentHooks(context, recordsWithin),
  'application-choices': applicationChoiceHooks,
  'place-kinds': placeKindHooks,
  'special-places': specialPlaceHooks,
  'class-hours': classHourHooks(context),
  'class-enrolments': classEnrolmentHooks,
  courses: courseHooks(context),
  settings: settingsHooks(context),
  students: studentHooks(context),
  finances: financeHooks(context, recordsWithin),
  'license-exams': licenseExamHooks(context),
  certificates: certificateHooks(context),
  'data-changes': dataChangeHooks(context),
  grades: gradeHooks(context),
  'grade-appeals': gradeAppealHooks(context),
  'university-classes': universityClassHooks(context),
  exams: examHooks(context),
  'exam-resits': examResitHooks(context, recordsWithin),
  messages: messageHooks(context),
  professors: professorHooks(context),
  registrations: registrationHooks(context, recordsWithin),
  'saved-views': savedViewHooks(context),
  users: userHooks(context),
})
