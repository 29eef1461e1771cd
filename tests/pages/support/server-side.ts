/** The real application and the fixtures of the API tests, for page tests. See `application.tsx`. */

export { combinedPacks as joined } from '#server/app/packs/index.ts'
export { tableNameOf } from '#server/engine/database/names.ts'
export { startJobRunner as startJobs } from '#server/engine/jobs/runner.ts'
export { sendDueMails } from '#server/engine/mail/outbox.ts'
export { systemPermit } from '#server/engine/policy/permit.ts'
export { createEmlMail as emlMail } from '#server/engine/ports/eml-mail.ts'
export { createDiskFileStore as diskFiles } from '#server/engine/ports/file-store.ts'
export { recordsOf } from '#server/engine/records/store.ts'
export { findAccountById as accountById } from '#server/engine/session/accounts.ts'
export { stageNewFile as stageFile } from '#server/engine/session/file-records.ts'
export { createOneTimeToken as makeOneTimeToken } from '#server/engine/session/one-time-tokens.ts'
export { openSession } from '#server/engine/session/sessions.ts'
export { addTimelineEvents as addEvents } from '#server/university/admission/events.ts'
export { defaultConfig as plainConfig, startApp } from '#tests/support/app.ts'
export { seedApplications as plantApplications } from '#tests/support/application-rows.ts'
export {
  applicationForm as formOf,
  seedRecord as plant,
  submitJson as applyJson,
  updateAsProgram as change,
  updateSettings as setSettings,
  uploadRequiredDocuments as threeAhead,
  uploadStagedDocument as sendAhead,
} from '#tests/support/applying.ts'
export { startClassesApp as openClasses } from '#tests/support/classes.ts'
export { startExamApp as openFaculty } from '#tests/support/examiners.ts'
export { uploadRows as sendRows } from '#tests/support/files-of-rows.ts'
export { emptyDatabase } from '#tests/support/kept-databases.ts'
export { startAdmissionApp as openOffice } from '#tests/support/office.ts'
export { seedApplication as plantApplication } from '#tests/support/planted-application.ts'
export { seedProgramme as plantProgramme } from '#tests/support/programmes.ts'
export { startRankingApp as openRanking } from '#tests/support/ranking.ts'
export { seedRegistration as plantRegistration, validCnp as soundCnp } from '#tests/support/records.ts'
export { offerByMerit as giveByMerit, publishResult as tellResult } from '#tests/support/results.ts'
export { copyRow as repeatRow, insertRow as storeRow } from '#tests/support/rows.ts'
export { goodPassword, startSessionApp } from '#tests/support/session.ts'
export { insertTestRows as plantRows, startGradeSheetApp as openSheets } from '#tests/support/sheet.ts'
export { startStudyApp as openStudy } from '#tests/support/study.ts'
export { blankImage as canvas } from '#tests/support/uploads.ts'
