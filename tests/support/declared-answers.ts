/** Every successful answer of a declared call is held against its declaration, so that document and answer cannot part. */
import type { FastifyInstance } from 'fastify'
import type {} from '#server/engine/http/serve.ts'

/** Has an application that does not answer yet fail where a call answers something else than it declares. */
export function holdToDeclarations(app: FastifyInstance): void {
  app.addHook('preSerialization', async ({ routeOptions, method }, reply, payload) => {
    const { call } = routeOptions.config
    if (!call || !isSuccess(payload)) return payload
    // As it travels: dates are texts then, and what is undefined is not there.
    const data: unknown = JSON.parse(JSON.stringify(payload.data))
    const result = call.output?.safeParse(data)
    const faults = result ? (result.error?.issues ?? []).map(({ path, code, message }) => ({ path, code, message })) : data
    if (result ? result.success : isEmpty(data)) return payload
    const message = `${method} ${call.path} answers what it does not declare: ${JSON.stringify(faults)}`
    reply.code(500)
    return { success: false, data: null, message, code: 'server.failed', requestId: '' }
  })
}

const isSuccess = (payload: unknown): payload is { readonly data: unknown } =>
  typeof payload === 'object' && payload !== null && 'success' in payload && payload.success === true && 'data' in payload
const isEmpty = (data: unknown) => JSON.stringify(data) === '{}'
