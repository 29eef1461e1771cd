/** Runs before each file of journeys. A worker's files share the browser and every module: what a file leaves is put away here. */
import { afterAll, afterEach } from 'vitest'
import { endFile, endTest } from '#tests/support/browser.ts'

afterEach(({ task }) => endTest(task))
afterAll(endFile)
