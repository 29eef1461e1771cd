/**
 * Runs before each file of journeys. The files of a worker share the browser and all modules, so this cleans up what the previous
 * file left.
 */
import { afterAll, afterEach } from 'vitest'
import { endFile, endTest } from '#tests/support/browser.ts'

afterEach(({ task }) => endTest(task))
afterAll(endFile)
