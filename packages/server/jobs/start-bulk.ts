/**
 * Makes a job from a selection. The request is validated as a whole here; the job validates each
 * record.
 */

import type { AnyResource } from '@matricola/schema/resource.ts'
import { checkEdits, type FieldEdit } from '@matricola/schema/wire/bulk.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { ActionRequest } from '../records/hooks.ts'
import { recordsOf } from '../records/store.ts'
import { parseAction } from '../records/writing/action.ts'
import type { Values } from '../sql/storage.ts'
import { deriveActionPermit, deriveBulkPermit } from './bulk-rows.ts'
import { createJob, type NewJob } from './create-job.ts'
import { isBulkAction } from './kind-action.ts'
import { selectionTotal } from './selections.ts'

export interface BulkRequest {
  readonly selection: string
  readonly edit?: readonly FieldEdit[] | undefined
  readonly action?: string | undefined
  readonly input?: Values | undefined
  readonly start?: boolean | undefined
}

/**
 * Makes the job of a bulk call and returns its id. Throws `access.denied`, `input.invalid` for
 * input that is invalid for every record, and `selection.gone`.
 */
export async function startBulkJob(
  context: Context,
  { caller, resource }: { caller: Caller; resource: AnyResource },
  call: BulkRequest,
): Promise<string> {
  const { request, ...work } = kindAndInput(context, { caller, resource }, call)
  const { clock } = context
  const created = await createJob(context, {
    ...work,
    resource,
    caller,
    startsAutomatically: call.start === true,
    async insertItems(queries, jobId) {
      const total = await selectionTotal(queries, clock.now(), {
        id: call.selection,
        caller,
        resource,
      })
      if (request)
        await recordsOf(context)
          .hooksFor(resource)
          ?.jobs?.assertCreatable?.(queries, request, { id: call.selection, total })
      await queries.query(
        `insert into job_item (job_id, position, record_id)
         select $1::uuid, position, record_id from selection_row where selection_id = $2`,
        [jobId, call.selection],
      )
      return total
    },
  })
  return created.id
}

function kindAndInput(
  context: Context,
  { caller, resource }: { caller: Caller; resource: AnyResource },
  { selection, edit, action, input = {} }: BulkRequest,
): Pick<NewJob, 'kind' | 'input'> & { readonly request?: ActionRequest } {
  const permit =
    action === undefined
      ? deriveBulkPermit({ caller, resource })
      : deriveActionPermit({ caller, resource })
  if ((edit === undefined) === (action === undefined))
    throw invalidInput({ _: [{ code: 'required' }] })
  if (edit) {
    const checked = checkEdits(resource, caller.role, edit)
    if (!checked.ok) throw invalidInput(checked.fields)
    return { kind: 'edit', input: { selection, edit: checked.value } }
  }
  const request = parseAction(permit, recordsOf(context).hooksFor(resource), {
    name: String(action),
    body: input,
  })
  if (!isBulkAction(request) || request.version !== undefined)
    throw invalidInput({ action: [{ code: 'choice.unknown' }] })
  return { kind: 'action', input: { selection, action: request.name, input }, request }
}
