import type { WireViewer } from '#model/calls/viewers.ts'
import type { AnyResource } from '#model/resource.ts'
import type { Page } from '#model/wire/wire.ts'
import type { Caller } from '#server/engine/caller.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { expr, pick, run, sql } from '#server/engine/sql/typed.ts'
import type { RecordsContext } from '../hooks.ts'
import { recordsOf } from '../store.ts'
import { looksAt } from './access-log.ts'

interface Asked {
  readonly resource: AnyResource
  readonly id: string
  readonly pageNumber: number
  readonly pageSize: number
}

/** Returns who viewed a record, newest first. Waits for entries that are still being written. Throws `record.missing`. */
export async function viewersOf(context: RecordsContext, caller: Caller, asked: Asked): Promise<Page<WireViewer>> {
  const { resource, id, pageNumber, pageSize } = asked
  const records = recordsOf(context)
  await records.find(authorize(caller, resource, 'read'), id)
  await records.reads.written()
  const looks = looksAt(resource.name, id)
  const list = await run(
    context.database,
    sql`select ${pick({ at: expr<string>`at`, name: expr<string>`user_name`, kind: expr<WireViewer['kind']>`kind` })} ${looks}
     order by at desc, id desc limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`,
  )
  const [counted] = await run(context.database, sql`select ${pick({ total: expr<number>`count(*)` })} ${looks}`)
  return { totalCount: counted?.total ?? 0, page: pageNumber, pageSize, list }
}
