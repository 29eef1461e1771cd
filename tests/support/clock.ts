import type { Context } from '@matricola/server/context.ts'
import { runHousekeepingOf } from '@matricola/testing/clock.ts'
import { testedApp } from './tested-app.ts'

/** Runs housekeeping as a program that has been running until now. */
export const runHousekeepingNow = (context: Context): Promise<number> =>
  runHousekeepingOf(testedApp, context)
