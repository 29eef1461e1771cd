import { AppError } from '#model/errors.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { recordEvent } from '#server/engine/session/events.ts'
import { type Erasing, erase } from './erase.ts'
import { keepErasures } from './erasures.ts'

export interface ReferencedApplication {
  readonly id: string
  readonly status: string
  readonly studentId: string | null
  readonly erasedAt: string | null
  readonly files: number
}

/** The application of a reference number. Throws `record.missing`. */
export async function applicationOf(queries: Queries, reference: string): Promise<ReferencedApplication> {
  const [found] = await queries.query<ReferencedApplication>(
    `select r.id, r.status, r.student_id as "studentId", r.erased_at as "erasedAt",
       (select count(*) from file f where f.resource = 'registrations' and f.record_id = r.id and f.claimed_at is not null) as files
     from registrations r where r.reference_code = $1`,
    [reference],
  )
  if (!found) throw new AppError('record.missing')
  return found
}

/**
 * Removes the data of one person's application on request, and notes it where restores look (S-15.5). Answers the number
 * of files that went. Throws as `erase`.
 */
export async function eraseByReference(context: Erasing, reference: string): Promise<number> {
  const { id } = await applicationOf(context.database, reference)
  const files = await erase(context, { id, isWhole: true, by: 'erasure' })
  await recordEvent(context.database, context.clock.now(), { kind: 'dataErased', details: { registration: id } })
  await keepErasures(context)
  return files
}
