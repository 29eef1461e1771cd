import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Permit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  findSessionOfProgramme,
  readCurrentSessions,
} from '#server/admission/submission/current-sessions.ts'
import { insertApplication } from '#server/admission/submission/submit.ts'

/**
 * Stores an application in the current session of its programme, as a submission does, without
 * checking the form.
 */
export async function insertSeededApplication(
  context: Context,
  permit: Permit,
  { values, serverValues }: { readonly values: Values; readonly serverValues?: Values },
): Promise<WireRecord> {
  const { database, clock } = context
  const { admissionSessionId } = await findSessionOfProgramme(
    database,
    await readCurrentSessions(database),
    String(values.specializationId),
  )
  return await insertApplication(
    { records: recordsOf(context), queries: database, clock },
    { permit, values, serverValues: { admissionSessionId, ...serverValues } },
  )
}
