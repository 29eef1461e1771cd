import { menu } from '@matricola/schema/calls/menu.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { registerCall } from '../http/register-call.ts'
import { readMenu } from '../system/read-menu.ts'

/** Counts of the menu, and its entries in use. */
export function menuRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, menu, async ({ caller }) => ok(await readMenu(context, caller)))
}
