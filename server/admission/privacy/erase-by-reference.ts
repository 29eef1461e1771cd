import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { recordSecurityEvent } from '@matricola/server/session/security-events.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import { type ErasureContext, eraseApplication } from './erase.ts'
import { saveErasures } from './erasures.ts'

const file = table(fileTable)
const registration = table(registrations)

export interface ReferencedApplication {
  readonly id: string
  readonly status: string
  readonly studentId: string | null
  readonly erasedAt: string | null
  readonly files: number
}

/** Returns the application with a reference number. Throws `record.missing`. */
export async function getApplicationByReference(
  queries: Queries,
  reference: string,
): Promise<ReferencedApplication> {
  const [found] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(registration, 'id', 'status', 'studentId', 'erasedAt'),
      files: expr<number>`(select count(*) from ${file} where ${file.resource} = 'registrations' and ${file.record_id} = ${registration.id}
        and ${file.claimed_at} is not null)`,
    })}
     from ${registration} where ${registration.referenceCode} = ${reference}`,
  )
  if (!found) throw new AppError('record.missing')
  return found
}

/**
 * Erases an application on request and records it in the file of erasures, so that restoring an
 * older backup does not bring it back. Returns the number of removed files. Throws the errors of
 * `eraseApplication`.
 */
export async function eraseByReference(
  context: ErasureContext,
  reference: string,
): Promise<number> {
  const { id } = await getApplicationByReference(context.database, reference)
  const files = await eraseApplication(context, { id, isWhole: true, by: 'erasure' })
  await recordSecurityEvent(context.database, context.clock.now(), {
    kind: 'dataErased',
    details: { registration: id },
  })
  await saveErasures(context)
  return files
}
