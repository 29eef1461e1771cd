/** The university's console in page tests. */
import { createConsolePages } from '@matricola/testing/pages/console.tsx'
import { universityConsole } from '#src/console.ts'
import type { AdmissionApp } from '#tests/support/admission-app.ts'
import { pageBrowser } from './browser.ts'
import { pageServer, serverSide } from './server.ts'

export { connectToApp as connectTo, serverSide, waitForRequests as allAnswered } from './server.ts'

export const { setUpConsoleApp, openConsole, openConsoleWithCookies } = createConsolePages(
  universityConsole,
  pageBrowser,
  pageServer,
)

/** Starts an admission application with real accounts and a job runner. */
export async function startAdmissionAppWithJobs(): Promise<AdmissionApp> {
  const { startAdmissionApp, startJobRunner } = await serverSide()
  const office = await startAdmissionApp()
  const jobs = await startJobRunner(office.context, 50)
  return {
    ...office,
    async close() {
      await jobs.stop()
      await office.close()
    },
  }
}
