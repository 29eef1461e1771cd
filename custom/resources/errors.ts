/**
 * Custom errors of this university, with their HTTP status, and custom issue codes. Their texts are
 * in `custom/locales/`.
 */
import { defineErrors } from '@matricola/schema/wire/errors.ts'

export const customErrors = defineErrors({})
export const customIssues: readonly string[] = []
