import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'

/**
 * Returns the id of the caller's student record. Throws `record.missing` if the account has none.
 */
export function getCallerStudentId({ personId }: Caller): string {
  if (!personId) throw new AppError('record.missing')
  return personId
}
