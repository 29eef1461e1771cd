/**
 * Runs before each file of journeys. The files of a worker share the browser and all modules, so whatever a file leaves is
 * cleaned up here.
 */
import { afterAll, afterEach } from 'vitest'
import { endFile, endTest } from '#tests/support/browser.ts'

afterEach(({ task }) => endTest(task))
afterAll(endFile)
