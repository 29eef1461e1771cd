import type { CreateHooks } from '@matricola/server/records/hooks.ts'
import { academicPeriodHooks } from '#server/hooks/academic-periods.ts'
import { academicYearHooks } from '#server/hooks/academic-years.ts'
import { admissionAppealHooks } from '#server/hooks/admission-appeals.ts'
import { admissionDraftHooks } from '#server/hooks/admission-drafts.ts'
import { applicationChoiceHooks, placeKindHooks, specialPlaceHooks } from '#server/hooks/admission-inputs.ts'
import { admissionProgrammeHooks } from '#server/hooks/admission-programmes.ts'
import { admissionSessionHooks } from '#server/hooks/admission-sessions.ts'
import { bankPaymentHooks } from '#server/hooks/bank-payments.ts'
import { certificateHooks } from '#server/hooks/certificates.ts'
import { classEnrolmentHooks } from '#server/hooks/class-enrolments.ts'
import { classHourHooks } from '#server/hooks/class-hours.ts'
import { courseHooks } from '#server/hooks/courses.ts'
import { dataChangeHooks } from '#server/hooks/data-changes.ts'
import { examResitHooks } from '#server/hooks/exam-resits.ts'
import { examHooks } from '#server/hooks/exams.ts'
import { financeHooks } from '#server/hooks/finances.ts'
import { gradeAppealHooks } from '#server/hooks/grade-appeals.ts'
import { gradeHooks } from '#server/hooks/grades.ts'
import { licenseExamHooks } from '#server/hooks/license-exams.ts'
import { messageHooks } from '#server/hooks/messages.ts'
import { professorHooks } from '#server/hooks/professors.ts'
import { registrationHooks } from '#server/hooks/registrations.ts'
import { settingsHooks } from '#server/hooks/settings.ts'
import { studentHooks } from '#server/hooks/students.ts'
import { universityClassHooks } from '#server/hooks/university-classes.ts'

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
})
