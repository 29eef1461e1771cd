/** The fixture's server and the functions that its page tests call on it. */
export { startJobRunner } from '@matricola/server/jobs/runner.ts'
export { sendDueMails } from '@matricola/server/mail/outbox.ts'
export { createEmlMail } from '@matricola/server/ports/eml-mail.ts'
export { uploadRows } from '../import-app.ts'
export { emptyDatabase } from '../reused-databases.ts'
export { goodPassword } from '../session-app.ts'
export { defaultConfig } from '../test-app.ts'
export {
  library as testedApp,
  startLibrary,
  startLibraryApp as startApp,
  startLibrarySessions as startSessionApp,
} from './app.ts'
