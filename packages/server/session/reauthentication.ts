import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '../caller.ts'
import { reauthenticationMs } from './lifetimes.ts'

/**
 * Requires that the caller has entered the password in the last five minutes. Throws
 * `reauthentication.required`.
 */
export function assertRecentPassword(caller: Pick<Caller, 'reauthenticatedAt'>, now: Date): void {
  if (!hasRecentPassword(caller, now)) throw new AppError('reauthentication.required')
}

export const hasRecentPassword = (caller: Pick<Caller, 'reauthenticatedAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(caller.reauthenticatedAt) <= reauthenticationMs
