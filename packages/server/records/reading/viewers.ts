import type { WireAccessLogEntry } from '@matricola/schema/calls/access-log.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Page } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '../../caller.ts'
import { authorize } from '../../policy/permit.ts'
import { expr, pick, runStatement, sql } from '../../sql/typed.ts'
import type { RecordsContext } from '../hooks.ts'
import { recordsOf } from '../store.ts'
import { accessLogOfRecordSql } from './access-log.ts'

interface ViewersRequest {
  readonly resource: AnyResource
  readonly id: string
  readonly pageNumber: number
  readonly pageSize: number
}

/**
 * Returns who viewed a record, newest first. Waits for entries that are still being written. Throws
 * `record.missing`.
 */
export async function readViewers(
  context: RecordsContext,
  caller: Caller,
  request: ViewersRequest,
): Promise<Page<WireAccessLogEntry>> {
  const { resource, id, pageNumber, pageSize } = request
  const records = recordsOf(context)
  await records.get(authorize(caller, resource, 'read'), id)
  await records.accessLogger.flush()
  const accesses = accessLogOfRecordSql(resource.name, id)
  const list = await runStatement(
    context.database,
    sql`select ${pick({ at: expr<string>`at`, name: expr<string>`user_name`, kind: expr<WireAccessLogEntry['kind']>`kind` })} ${accesses}
     order by at desc, id desc limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`,
  )
  const [countRow] = await runStatement(
    context.database,
    sql`select ${pick({ total: expr<number>`count(*)` })} ${accesses}`,
  )
  return { totalCount: countRow?.total ?? 0, page: pageNumber, pageSize, list }
}
