/**
 * The real application and the fixtures of the API tests, for page tests. See `server.ts`.
 */

export { tableNameOf } from '@matricola/server/database/names.ts'
export { startJobRunner } from '@matricola/server/jobs/runner.ts'
export { systemPermit } from '@matricola/server/policy/permit.ts'
export { createDiskFileStore } from '@matricola/server/ports/disk-file-store.ts'
export { recordsOf } from '@matricola/server/records/store.ts'
export { findAccountById } from '@matricola/server/session/accounts.ts'
export { stageNewFile } from '@matricola/server/session/file-records.ts'
export { createOneTimeToken } from '@matricola/server/session/one-time-tokens.ts'
export { openSession } from '@matricola/server/session/sessions.ts'
export { emptyDatabase } from '@matricola/testing/reused-databases.ts'
export { goodPassword } from '@matricola/testing/session-app.ts'
export { storeAcceptances } from '#server/admission/ranking/acceptances.ts'
export { confirmApplicantPlace } from '#server/admission/ranking/confirm.ts'
export { addTimelineEvents } from '#server/admission/timeline-events.ts'
export { startAdmissionApp } from '#tests/support/admission-app.ts'
export { startApp } from '#tests/support/app.ts'
export { startClassesApp } from '#tests/support/classes-app.ts'
export { startExamApp } from '#tests/support/exam-app.ts'
export { insertTestRows, startGradeSheetApp } from '#tests/support/grade-sheet-app.ts'
export { addRound, offerByMerit, publishResult } from '#tests/support/publish-results.ts'
export { startRankingApp } from '#tests/support/ranking-app.ts'
export { seedApplication } from '#tests/support/seed-application.ts'
export { seedApplications } from '#tests/support/seed-applications.ts'
export { seedProgramme } from '#tests/support/seed-programme.ts'
export { seedRegistration } from '#tests/support/seed-university.ts'
export { startSessionApp } from '#tests/support/session-app.ts'
export { startStudyApp } from '#tests/support/study-app.ts'
export {
  applicationForm,
  seedRecord,
  submitJson,
  updateAsProgram as change,
  updateSettings,
  uploadRequiredDocuments,
  uploadStagedDocument,
} from '#tests/support/submit-application.ts'
export { testedApp } from '#tests/support/tested-app.ts'
