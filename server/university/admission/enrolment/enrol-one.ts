import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { type Enrolled, enrolWithin } from './enrol-within.ts'

/** Enrols one application in a transaction of its own: all of it, or nothing. Throws as `enrolWithin`. */
export const enrolOne = (context: Context, caller: Caller, id: string): Promise<Enrolled> =>
  recordsOf(context).together((records, queries) =>
    enrolWithin({ clock: context.clock, keys: context.keys, texts: context.texts, records, queries }, caller, id),
  )
