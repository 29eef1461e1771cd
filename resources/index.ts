/** The list of all resources. Their contents are validated when packs are joined. */
import './notification-kinds.ts'
import './scopes-and-computations.ts'
import './field-components.ts'
import './register.ts'
import type { AnyExtension } from '@matricola/schema/extension.ts'
import { createRegistry, defineResources } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { customExtensions as declaredExtensions } from '#custom/resources/extensions.ts'
import { customResources } from '#custom/resources/index.ts'
import { academicPeriods } from './academic-periods.ts'
import { academicYears } from './academic-years.ts'
import { admissionAppeals } from './admission-appeals.ts'
import { admissionDrafts } from './admission-drafts.ts'
import { admissionFees } from './admission-fees.ts'
import { admissionProgrammes } from './admission-programmes.ts'
import { admissionRounds } from './admission-rounds.ts'
import { admissionSessions } from './admission-sessions.ts'
import { applicationChoices } from './application-choices.ts'
import { applicationFormVersions } from './application-form-versions.ts'
import { applicationForms } from './application-forms.ts'
import { applicationMessages } from './application-messages.ts'
import { areas } from './areas.ts'
import { bankPayments } from './bank-payments.ts'
import { cashSessions } from './cash-sessions.ts'
import { certificates } from './certificates.ts'
import { classAssistants } from './class-assistants.ts'
import { classEnrolments } from './class-enrolments.ts'
import { classHours } from './class-hours.ts'
import { courses } from './courses.ts'
import { defaultCurrency } from './currency.ts'
import { dataChanges } from './data-changes.ts'
import { departments } from './departments.ts'
import { examResits } from './exam-resits.ts'
import { exams } from './exams.ts'
import { fieldTypes } from './field.ts'
import { finances } from './finances.ts'
import { gradeAppeals } from './grade-appeals.ts'
import { grades } from './grades.ts'
import { languages } from './languages.ts'
import { licenseExams } from './license-exams.ts'
import { messageTemplates } from './message-templates.ts'
import { messages } from './messages.ts'
import { notificationKinds } from './notification-kinds.ts'
import { notifications } from './notifications.ts'
import { placeKinds } from './place-kinds.ts'
import { professors } from './professors.ts'
import { receiptSeries } from './receipt-series.ts'
import { receipts } from './receipts.ts'
import { registrations } from './registrations.ts'
import { adminRole, powers, roleFacts } from './roles.ts'
import { savedViews } from './saved-views.ts'
import { settings } from './settings.ts'
import { specialPlaces } from './special-places.ts'
import { specializations } from './specializations.ts'
import { students } from './students.ts'
import { universityClasses } from './university-classes.ts'
import { users } from './users.ts'

export { customResources }

export const universityExtensions: readonly AnyExtension[] = declaredExtensions

/** Resources of the program, with their extensions. */
export const universityResources = {
  users,
  professors,
  departments,
  specializations,
  courses,
  students,
  'academic-years': academicYears,
  'academic-periods': academicPeriods,
  'university-classes': universityClasses,
  'class-hours': classHours,
  'class-enrolments': classEnrolments,
  'class-assistants': classAssistants,
  exams,
  'exam-resits': examResits,
  grades,
  'grade-appeals': gradeAppeals,
  'license-exams': licenseExams,
  finances,
  'receipt-series': receiptSeries,
  'cash-sessions': cashSessions,
  receipts,
  certificates,
  'data-changes': dataChanges,
  'admission-sessions': admissionSessions,
  'admission-rounds': admissionRounds,
  'message-templates': messageTemplates,
  'place-kinds': placeKinds,
  'admission-programmes': admissionProgrammes,
  'special-places': specialPlaces,
  'admission-fees': admissionFees,
  'application-forms': applicationForms,
  'application-form-versions': applicationFormVersions,
  registrations,
  'application-choices': applicationChoices,
  'application-messages': applicationMessages,
  'admission-drafts': admissionDrafts,
  'admission-appeals': admissionAppeals,
  'bank-payments': bankPayments,
  'saved-views': savedViews,
  messages,
  notifications,
  settings,
}

declare module '@matricola/schema/extension.ts' {
  interface Extensible extends Readonly<typeof universityResources> {}
}

/**
 * Returns one line for each custom resource with the name of a built-in one. Any line prevents
 * startup.
 */
export const duplicateNameMistakes: readonly string[] = Object.keys(customResources)
  .filter((name) => Object.hasOwn(universityResources, name))
  .map(
    (name) =>
      `${name}: a built-in entity has this name. Use another name, or extend the built-in entity with extend().`,
  )

export const resources = defineResources({ ...universityResources, ...customResources })

export type ResourceName = keyof typeof resources

export const registry = createRegistry(resources, {
  adminRole,
  roles: roleFacts,
  areas,
  currency: defaultCurrency,
  notificationKinds,
  fieldTypes,
  powers,
  languages,
  added: Object.keys(customResources),
})

/** All resources in order, without the types of their field names, for generic code. */
export const allResources: readonly AnyResource[] = registry.resources

/** The resource with the name, without the types of its field names. Throws if there is none. */
export const getResource = registry.get
