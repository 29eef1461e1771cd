/** The real application and the fixtures of the API tests, for page tests. See `application.tsx`. */

export { combinedPacks as joined } from '#server/app/packs/index.ts'
export { tableNameOf } from '#server/engine/database/names.ts'
export { startJobRunner as startJobs } from '#server/engine/jobs/runner.ts'
export { sendDueMails } from '#server/engine/mail/outbox.ts'
export { systemPermit } from '#server/engine/policy/permit.ts'
export { createDiskFileStore as diskFiles } from '#server/engine/ports/disk-file-store.ts'
export { createEmlMail as emlMail } from '#server/engine/ports/eml-mail.ts'
export { recordsOf } from '#server/engine/records/store.ts'
export { findAccountById as accountById } from '#server/engine/session/accounts.ts'
export { stageNewFile as stageFile } from '#server/engine/session/file-records.ts'
export { createOneTimeToken as makeOneTimeToken } from '#server/engine/session/one-time-tokens.ts'
export { openSession } from '#server/engine/session/sessions.ts'
export { addTimelineEvents as addEvents } from '#server/university/admission/timeline-events.ts'
export { startAdmissionApp as openOffice } from '#tests/support/admission-app.ts'
export { defaultConfig as plainConfig, startApp } from '#tests/support/app.ts'
export { startClassesApp as openClasses } from '#tests/support/classes-app.ts'
export { startExamApp as openFaculty } from '#tests/support/exam-app.ts'
export { insertTestRows as plantRows, startGradeSheetApp as openSheets } from '#tests/support/grade-sheet-app.ts'
export { uploadRows as sendRows } from '#tests/support/import-app.ts'
export { copyRow as repeatRow, insertRow as storeRow } from '#tests/support/insert-rows.ts'
export { offerByMerit as giveByMerit, publishResult as tellResult } from '#tests/support/publish-results.ts'
export { startRankingApp as openRanking } from '#tests/support/ranking-app.ts'
export { emptyDatabase } from '#tests/support/reused-databases.ts'
export { seedApplication as plantApplication } from '#tests/support/seed-application.ts'
export { seedApplications as plantApplications } from '#tests/support/seed-applications.ts'
export { seedProgramme as plantProgramme } from '#tests/support/seed-programme.ts'
export { seedRegistration as plantRegistration, validCnp as soundCnp } from '#tests/support/seed-university.ts'
export { goodPassword, startSessionApp } from '#tests/support/session-app.ts'
export { startStudyApp as openStudy } from '#tests/support/study-app.ts'
export {
  applicationForm as formOf,
  seedRecord as plant,
  submitJson as applyJson,
  updateAsProgram as change,
  updateSettings as setSettings,
  uploadRequiredDocuments as threeAhead,
  uploadStagedDocument as sendAhead,
} from '#tests/support/submit-application.ts'
export { blankImage as canvas } from '#tests/support/uploads.ts'
