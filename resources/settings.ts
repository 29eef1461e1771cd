import { extendResource } from '@matricola/schema/extension.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { system } from './system.ts'

/** The settings of the university's subjects, which come before those of every application. */
const universitySettings = extendResource(system.settings, {
  before: { field: 'notificationEnabled', section: 'notifications' },
  fields: {
    registrationOpen: field.boolean({ default: false, requiresReauthentication: true }),
    stopApplicationRequests: field.boolean({ default: false, requiresReauthentication: true }),
    /** The current admission session. It receives applications only between its dates. */
    admissionSessionId: field.reference('admission-sessions', {
      optional: true,
      requiresReauthentication: true,
    }),
    disableUpdates: field.boolean({ default: false, requiresReauthentication: true }),
    /** Applicants see who answered their messages, by first name and initial. */
    namesInMessages: field.boolean({ default: true }),
    /**
     * The time since which applicants cannot change their files. Their deadlines are extended by
     * the time that they lose.
     */
    updatesDisabledAt: field.dateTime({ optional: true, write: [] }),
    /** Days to answer a change request that has no deadline. */
    updateRequestDays: field.integer({ min: 1, max: 30, default: 5 }),
    /** Minutes between a decision and its notification, during which it can be undone. */
    decisionHoldMinutes: field.integer({ min: 0, max: 60, default: 2 }),
    decisionRelease: field.choice({ automatic: {}, manual: {} }, { default: 'automatic' }),
    /** Releasing results requires two administrators. */
    rankingNeedsSecond: field.boolean({ default: true, requiresReauthentication: true }),
    publicStatus: field.choice(
      { minimal: {}, code: {}, off: {} },
      { default: 'minimal', requiresReauthentication: true },
    ),
    /**
     * Months until files of declined applications are deleted. The other data is deleted after the
     * same time again.
     */
    retentionMonths: field.integer({
      min: 1,
      max: 120,
      default: 6,
      requiresReauthentication: true,
    }),
    allowExamResit: field.boolean({ default: true }),
    maxStudentsPerCourse: field.integer({ min: 1, max: 1000, default: 30 }),
    /** The academic year of new classes, requests and charges. */
    academicYearId: field.reference('academic-years', { optional: true }),
    /** Lowest passing grade. */
    passMark: field.integer({ min: 1, max: 10, default: 5 }),
    /** Credits required for the second, third and fourth year, at 60 credits per year. */
    creditsForYear2: field.integer({ min: 0, max: 600, default: 40 }),
    creditsForYear3: field.integer({ min: 0, max: 600, default: 80 }),
    creditsForYear4: field.integer({ min: 0, max: 600, default: 120 }),
    /** Minimum number of days between publishing an exam and the exam. */
    examNoticeDays: field.integer({ min: 0, max: 60, default: 7 }),
    /**
     * Hours after an exam until its grades are due, and hours after the end of its session until
     * they are locked.
     */
    gradeDueHours: field.integer({ min: 1, max: 720, default: 72 }),
    gradeLockHours: field.integer({ min: 1, max: 720, default: 48 }),
    /** Hours for an appeal after a grade was published, and hours for the answer. */
    gradeAppealHours: field.integer({
      min: 1,
      max: 720,
      default: 48,
      renamedFrom: 'gradeContestHours',
    }),
    gradeAnswerHours: field.integer({ min: 1, max: 720, default: 24 }),
    /** Days before an exam until which a resit can be requested. */
    resitNoticeDays: field.integer({ min: 0, max: 60, default: 2 }),
    improvementsPerSemester: field.integer({ min: 0, max: 20, default: 2 }),
    /**
     * Number of free exams in a course per year, including the first. Each further exam costs the
     * fee.
     */
    freeSittings: field.integer({ min: 1, max: 20, default: 2 }),
    resitFee: field.money({ min: 0, max: 100_000, default: 100 }),
    /**
     * Final degree exam: lowest grade of each part, lowest average, and the credits for passing.
     */
    degreePartGrade: field.decimal({
      min: 1,
      max: 10,
      scale: 2,
      default: 5,
      renamedFrom: 'degreePartMark',
    }),
    degreeAverage: field.decimal({ min: 1, max: 10, scale: 2, default: 6 }),
    degreeCredits: field.integer({ min: 0, max: 30, default: 10 }),
    /** Number of instalments of the tuition fee per year. */
    tuitionInstalments: field.integer({ min: 1, max: 12, default: 2 }),
    /** Bank account for fees, shown to applicants. Without one, fees are paid at the office. */
    bankAccountHolder: field.text({
      min: 2,
      max: 70,
      optional: true,
      inUniversityLanguage: true,
      requiresReauthentication: true,
    }),
    bankIban: field.text({
      min: 15,
      max: 34,
      pattern: 'iban',
      optional: true,
      requiresReauthentication: true,
    }),
    /** Most cash that one student can pay in a day; without a value there is no limit. */
    cashLimitPerDay: field.money({
      min: 0.01,
      max: 1_000_000,
      optional: true,
      requiresReauthentication: true,
    }),
    /** A cash session is signed off by an administrator other than the cashier. */
    cashNeedsSecond: field.boolean({ default: true, requiresReauthentication: true }),
    /** Months until payer and details of bank payments are deleted. */
    bankLineMonths: field.integer({
      min: 1,
      max: 120,
      default: 12,
      requiresReauthentication: true,
    }),
  },
  sections: {
    admission: [
      'registrationOpen',
      'stopApplicationRequests',
      'admissionSessionId',
      'publicStatus',
    ],
    review: [
      'decisionHoldMinutes',
      'decisionRelease',
      'rankingNeedsSecond',
      'updateRequestDays',
      'disableUpdates',
      'namesInMessages',
      'retentionMonths',
    ],
    teaching: ['academicYearId', 'maxStudentsPerCourse'],
    exams: [
      'examNoticeDays',
      ['gradeDueHours', 'gradeLockHours'],
      ['gradeAppealHours', 'gradeAnswerHours'],
      'passMark',
    ],
    resits: [
      'allowExamResit',
      'resitNoticeDays',
      'improvementsPerSemester',
      ['freeSittings', 'resitFee'],
    ],
    credits: ['creditsForYear2', 'creditsForYear3', 'creditsForYear4'],
    degree: [['degreePartGrade', 'degreeAverage'], 'degreeCredits'],
    finances: [
      'tuitionInstalments',
      'bankAccountHolder',
      'bankIban',
      'bankLineMonths',
      'cashLimitPerDay',
      'cashNeedsSecond',
    ],
  },
})

const hours = field.text({ max: 60, optional: true })

/** The hours of the admission office on each day of the week, see `admission/office-week.ts`. */
const officeWeek = {
  hoursMonday: hours,
  hoursTuesday: hours,
  hoursWednesday: hours,
  hoursThursday: hours,
  hoursFriday: hours,
  hoursSaturday: hours,
  hoursSunday: hours,
  /** Days on which the office is closed, in addition to public holidays. */
  closedDays: field.text({ max: 600, optional: true }),
}

/**
 * The record of settings. Section 3 of the specification defines its keys, and section 2.7 of the
 * domain rules their exact effects.
 */
export const settings = defineProgramResource(
  extendResource(universitySettings, {
    fields: {
      admissionEmail: field.email({ optional: true }),
      admissionPhone: field.phone({ optional: true }),
      /** Link for questions that the public pages do not answer. */
      website: field.text({ max: 200, pattern: 'website', optional: true }),
      officeHours: field.text({ max: 120, optional: true, inUniversityLanguage: true }),
      ...officeWeek,
    },
    sections: {
      university: ['admissionEmail', 'admissionPhone', 'officeHours', 'website'],
      officeWeek: [
        ['hoursMonday', 'hoursTuesday'],
        ['hoursWednesday', 'hoursThursday'],
        ['hoursFriday', 'hoursSaturday'],
        ['hoursSunday', 'closedDays'],
      ],
    },
    access: { secretary: { read: true } },
  }),
)
