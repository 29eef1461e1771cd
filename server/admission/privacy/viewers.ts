import type { WireViewer } from '#model/admission/wire.ts'
import type { Page } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/caller.ts'
import type { Context } from '#server/context.ts'
import { authorize } from '#server/policy/permit.ts'
import { recordsOf } from '#server/records/store.ts'

const registrations = resourceNamed('registrations')

interface Asked {
  readonly id: string
  readonly pageNumber: number
  readonly pageSize: number
}

/** Who looked at an application and at what of it, newest first (S-14.4). Throws `record.missing`. */
export async function viewersOf(context: Context, caller: Caller, { id, pageNumber, pageSize }: Asked): Promise<Page<WireViewer>> {
  await recordsOf(context).find(authorize(caller, registrations, 'read'), id)
  const of = `from access_log where resource = 'registrations' and record_id = $1`
  const list = await context.database.query<WireViewer>(
    `select at, user_name as name, kind ${of} order by at desc, id desc limit $2 offset $3`,
    [id, pageSize, (pageNumber - 1) * pageSize],
  )
  const [counted] = await context.database.query<{ total: number }>(`select count(*) as total ${of}`, [id])
  return { totalCount: counted?.total ?? 0, page: pageNumber, pageSize, list }
}
