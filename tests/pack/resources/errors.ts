import { defineErrors } from '@matricola/schema/wire/errors.ts'

export const customErrors = defineErrors({ 'loans.stopped': 409 })
export const customIssues: readonly string[] = ['loans.noCopyLeft']
