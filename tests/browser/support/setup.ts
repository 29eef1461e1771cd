/**
 * Runs before each test file of the journeys. The files of a worker share the browser and all
 * modules, so this code cleans up after the previous file.
 */
import { afterAll, afterEach } from 'vitest'
import { endFile, endTest } from '#tests/support/browser.ts'

afterEach(({ task }) => endTest(task))
afterAll(endFile)
