/**
 * Checks every successful response of a declared call against its declaration, so that the API
 * document and the responses cannot diverge.
 */

import type {} from '@matricola/server/http/register-call.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Makes an application fail any call whose response differs from its declaration. Call this before
 * the application is ready.
 */
export function validateResponses(app: FastifyInstance): void {
  app.addHook('preSerialization', async ({ routeOptions, method }, reply, payload) => {
    const { call } = routeOptions.config
    if (!call || !isSuccess(payload)) return payload
    // The serialized form: dates become text and undefined values are dropped.
    const data: unknown = JSON.parse(JSON.stringify(payload.data))
    const result = call.output?.safeParse(data)
    const issues = result
      ? (result.error?.issues ?? []).map(({ path, code, message }) => ({ path, code, message }))
      : data
    if (result ? result.success : isEmpty(data)) return payload
    const message = `${method} ${call.path} returned undeclared properties: ${JSON.stringify(issues)}`
    reply.code(500)
    return { success: false, data: null, message, code: 'server.failed', requestId: '' }
  })
}

const isSuccess = (payload: unknown): payload is { readonly data: unknown } =>
  typeof payload === 'object' &&
  payload !== null &&
  'success' in payload &&
  payload.success === true &&
  'data' in payload
const isEmpty = (data: unknown) => JSON.stringify(data) === '{}'
