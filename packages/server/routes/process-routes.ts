import { readProcess as call } from '@matricola/schema/calls/processes.ts'
import type { ProcessSpec } from '@matricola/schema/process.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { registerCall } from '../http/register-call.ts'
import { readProcessState } from '../system/read-process.ts'

/** Stages of processes, if the application declares any. */
export function processRoutes(
  app: FastifyInstance,
  context: Context,
  specs: readonly ProcessSpec[],
): void {
  if (specs.length === 0) return
  const pages = context.registry.areas.processes ?? []
  registerCall(app, call, async ({ caller, params: { name }, query }) => {
    const page = pages.find((each) => each.name === name)
    const spec = specs.find((each) => each.name === name)
    if (!page || !spec) throw new AppError('record.missing')
    return ok(await readProcessState(context, caller, { ...page, ...spec }, query))
  })
}
