import type { CreateHooks } from '@matricola/server/records/hooks.ts'
import { admissionRoundHooks } from '#server/admission/date-order.ts'
import { applicationFormVersionHooks } from '#server/admission/forms/version-hooks.ts'
import { settingsHooks } from '#server/admission/frozen-requests.ts'
import { messageTemplateHooks } from '#server/admission/messages/templates.ts'
import { admissionAppealHooks } from '#server/admission/ranking/appeals.ts'
import { admissionDraftHooks } from '#server/admission/ranking/draft-hooks.ts'
import {
  admissionFeeHooks,
  admissionProgrammeHooks,
  applicationChoiceHooks,
  placeKindHooks,
  specializationHooks,
  specialPlaceHooks,
} from '#server/admission/ranking/staleness.ts'
import { registrationHooks } from '#server/admission/registration-hooks.ts'
import { admissionSessionHooks } from '#server/admission/sessions.ts'
import { gradeAppealHooks } from '#server/appeals/grade-appeal-hooks.ts'
import { certificateHooks } from '#server/certificates/prepare-certificate.ts'
import { classHourHooks, universityClassHooks } from '#server/classes/class-hooks.ts'
import { classEnrolmentHooks } from '#server/classes/enrolment-issues.ts'
import { dataChangeHooks } from '#server/data-changes/data-change.ts'
import { licenseExamHooks } from '#server/degree/degree-exam.ts'
import { examHooks } from '#server/exams/exam-hooks.ts'
import { bankPaymentHooks } from '#server/finances/bank-payments.ts'
import { cashSessionHooks, receiptHooks, receiptSeriesHooks } from '#server/finances/desk-hooks.ts'
import { financeHooks } from '#server/finances/finance-hooks.ts'
import { gradeHooks } from '#server/grade-sheets/grade-hooks.ts'
import { messagePeopleAction } from '#server/messages/message-actions.ts'
import { messageHooks } from '#server/messages/thread.ts'
import { examResitHooks } from '#server/resits/resit-hooks.ts'
import { academicPeriodHooks, academicYearHooks } from '#server/study/academic-years.ts'
import { courseHooks } from '#server/study/courses.ts'
import { studentHooks } from '#server/study/students.ts'

/** The server code of each resource, from the subject that it belongs to. */
export const universityHooks: CreateHooks = (context, recordsWithin) => ({
  'academic-periods': academicPeriodHooks(context),
  'academic-years': academicYearHooks(context),
  'admission-sessions': admissionSessionHooks(context),
  'admission-appeals': admissionAppealHooks(context),
  'admission-drafts': admissionDraftHooks(context),
  'admission-rounds': admissionRoundHooks(context, recordsWithin),
  'admission-fees': admissionFeeHooks,
  'admission-programmes': admissionProgrammeHooks,
  'application-form-versions': applicationFormVersionHooks(context, recordsWithin),
  'bank-payments': bankPaymentHooks(context, recordsWithin),
  'application-choices': applicationChoiceHooks,
  'message-templates': messageTemplateHooks,
  'place-kinds': placeKindHooks,
  'special-places': specialPlaceHooks,
  specializations: specializationHooks,
  'class-hours': classHourHooks(context),
  'class-enrolments': classEnrolmentHooks,
  courses: courseHooks(context),
  settings: settingsHooks(context),
  students: studentHooks(context),
  finances: financeHooks(context, recordsWithin),
  receipts: receiptHooks(context, recordsWithin),
  'receipt-series': receiptSeriesHooks(context),
  'cash-sessions': cashSessionHooks,
  'license-exams': licenseExamHooks(context),
  certificates: certificateHooks(context),
  'data-changes': dataChangeHooks(context),
  grades: gradeHooks(context),
  'grade-appeals': gradeAppealHooks(context),
  'university-classes': universityClassHooks(context),
  exams: examHooks(context),
  'exam-resits': examResitHooks(context, recordsWithin),
  messages: messageHooks(context),
  professors: { actions: { message: messagePeopleAction(context, 'professors') } },
  registrations: registrationHooks(context, recordsWithin),
})
