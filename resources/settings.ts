import { field } from '#model/field.ts'
import { languageChoices } from '#model/vocabulary.ts'
import { defineResource } from './define.ts'

/** The one record of settings. Keys: specification, section 3; their exact effect: domain rules, section 2.7. */
export const settings = defineResource({
  name: 'settings',
  path: 'settings',
  icon: 'settings',
  power: 'settings',
  single: true,
  title: [],
  fields: {
    registrationOpen: field.boolean({ default: false, asksPassword: true }),
    stopApplicationRequests: field.boolean({ default: false, asksPassword: true }),
    /** The admission that applications go to; its dates limit when. */
    admissionSessionId: field.reference('admission-sessions', { optional: true, asksPassword: true }),
    disableUpdates: field.boolean({ default: false, asksPassword: true }),
    /** Since when applicants cannot change their files: their deadlines move by as long. */
    updatesDisabledAt: field.dateTime({ optional: true, write: [] }),
    /** Days an applicant has to answer, where the request names no other date. */
    updateRequestDays: field.integer({ min: 1, max: 30, default: 5 }),
    /** Minutes for which a decision can be undone before the applicant is told. */
    decisionHoldMinutes: field.integer({ min: 0, max: 60, default: 2 }),
    decisionRelease: field.choice({ automatic: {}, manual: {} }, { default: 'automatic' }),
    /** Results of a ranking are released by two people. */
    rankingNeedsSecond: field.boolean({ default: false, asksPassword: true }),
    publicStatus: field.choice({ minimal: {}, code: {}, off: {} }, { default: 'minimal', asksPassword: true }),
    /** After how many months the files of declined applications are deleted; the rest of them as many months later again. */
    retentionMonths: field.integer({ min: 1, max: 120, default: 6, asksPassword: true }),
    allowExamResit: field.boolean({ default: true }),
    maxStudentsPerCourse: field.integer({ min: 1, max: 1000, default: 30 }),
    /** The year that new classes, requests and charges belong to. */
    academicYearId: field.reference('academic-years', { optional: true }),
    /** Lowest whole grade that passes. */
    passMark: field.integer({ min: 1, max: 10, default: 5 }),
    /** Credits of 60 a year that it takes to go on to the second, third and fourth year. */
    creditsForYear2: field.integer({ min: 0, max: 600, default: 40 }),
    creditsForYear3: field.integer({ min: 0, max: 600, default: 80 }),
    creditsForYear4: field.integer({ min: 0, max: 600, default: 120 }),
    /** Days before an exam by which it has to be published. */
    examNoticeDays: field.integer({ min: 0, max: 60, default: 7 }),
    /** Hours after an exam by which its grades are due, and after the end of its session by which they are locked. */
    gradeDueHours: field.integer({ min: 1, max: 720, default: 72 }),
    gradeLockHours: field.integer({ min: 1, max: 720, default: 48 }),
    /** Hours after its publishing in which a grade can be contested, and then for the answer. */
    gradeContestHours: field.integer({ min: 1, max: 720, default: 48 }),
    gradeAnswerHours: field.integer({ min: 1, max: 720, default: 24 }),
    /** Days before a sitting by which a resit has to be asked for. */
    resitNoticeDays: field.integer({ min: 0, max: 60, default: 2 }),
    improvementsPerSemester: field.integer({ min: 0, max: 20, default: 2 }),
    /** Sittings of a course in a year that cost nothing, the first exam included; each further one costs the fee. */
    freeSittings: field.integer({ min: 1, max: 20, default: 2 }),
    resitFee: field.money({ min: 0, max: 100_000, default: 100 }),
    /** Lowest grade of each part of the degree exam, lowest average, and what passing it is worth. */
    degreePartMark: field.decimal({ min: 1, max: 10, scale: 2, default: 5 }),
    degreeAverage: field.decimal({ min: 1, max: 10, scale: 2, default: 6 }),
    degreeCredits: field.integer({ min: 0, max: 30, default: 10 }),
    /** In how many parts a year's tuition is due. */
    tuitionInstalments: field.integer({ min: 1, max: 12, default: 2 }),
    /** Account that fees are paid to, as applicants read it; without one they are paid at the office. */
    bankAccountHolder: field.text({ min: 2, max: 70, optional: true, ofUniversity: true, asksPassword: true }),
    bankIban: field.text({ min: 15, max: 34, pattern: 'iban', optional: true, asksPassword: true }),
    /** After how many months the payer and the words of a bank line are deleted. */
    bankLineMonths: field.integer({ min: 1, max: 120, default: 12, asksPassword: true }),
    notificationEnabled: field.boolean({ default: true }),
    universityName: field.text({ min: 2, max: 120, default: 'Universitatea Matricola', ofUniversity: true }),
    /** Stands beside the name on public pages, on white; anyone may read it. */
    logo: field.image({ optional: true, accept: ['jpeg', 'png', 'webp'] }),
    /** The university's own colours on public pages and in mails: one to be read on light grounds, one on dark ones. */
    colorOnLight: field.text({ min: 7, max: 7, pattern: 'colorOnLight', optional: true }),
    colorOnDark: field.text({ min: 7, max: 7, pattern: 'colorOnDark', optional: true }),
    /** Of names and texts that the university writes once, and of mails to who has chosen none. */
    language: field.choice(languageChoices, { default: 'ro', open: true }),
    /** Rows of a list for who has chosen no number of them. */
    listPageSize: field.integer({ min: 5, max: 100, default: 5 }),
    admissionEmail: field.email({ optional: true }),
    admissionPhone: field.phone({ optional: true }),
    /** Where applicants are sent for what these pages do not say. */
    website: field.text({ max: 200, pattern: 'website', optional: true }),
    officeHours: field.text({ max: 120, optional: true, ofUniversity: true }),
  },
  sections: {
    admission: ['registrationOpen', 'stopApplicationRequests', 'admissionSessionId', 'publicStatus'],
    review: ['decisionHoldMinutes', 'decisionRelease', 'rankingNeedsSecond', 'updateRequestDays', 'disableUpdates', 'retentionMonths'],
    teaching: ['academicYearId', 'maxStudentsPerCourse'],
    exams: ['examNoticeDays', ['gradeDueHours', 'gradeLockHours'], ['gradeContestHours', 'gradeAnswerHours'], 'passMark'],
    resits: ['allowExamResit', 'resitNoticeDays', 'improvementsPerSemester', ['freeSittings', 'resitFee']],
    credits: ['creditsForYear2', 'creditsForYear3', 'creditsForYear4'],
    degree: [['degreePartMark', 'degreeAverage'], 'degreeCredits'],
    finances: ['tuitionInstalments', 'bankAccountHolder', 'bankIban', 'bankLineMonths'],
    notifications: ['notificationEnabled'],
    university: [
      ['universityName', 'language'],
      'listPageSize',
      'logo',
      ['colorOnLight', 'colorOnDark'],
      'admissionEmail',
      'admissionPhone',
      'officeHours',
      'website',
    ],
  },
  list: { columns: [], sort: [] },
  access: {
    admin: { read: true, update: true, history: true },
    secretary: { read: true },
  },
})
