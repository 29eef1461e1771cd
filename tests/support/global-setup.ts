import { prepareEmbeddedTemplate } from './databases.ts'

/**
 * Runs once before the tests that need a database, so that parallel test files do not each build
 * the shared template.
 */
export const setup = prepareEmbeddedTemplate
