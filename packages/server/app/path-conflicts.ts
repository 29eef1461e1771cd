/**
 * Detects calls with the same path before anything is opened. Fastify would only detect them after
 * the migrations have run.
 */

import type { CallAccess } from '@matricola/schema/wire/call.ts'
import fastify, { type RouteOptions } from 'fastify'
import type { Config } from '../config.ts'
import type { Texts } from '../texts.ts'
import { addCalls } from './calls.ts'
import type { ServerApp } from './server-app.ts'
import { createStubContext } from './stub-context.ts'

export interface RegisteredCall {
  readonly method: string
  readonly path: string
  /** Summary of a declared call in the API document. */
  readonly summary?: string
  /** Resource from whose declaration the call is generated. */
  readonly resource?: string
}

/** Returns every call of the program, including those that are registered twice. */
export function collectCalls(
  app: ServerApp,
  config: Config,
  texts: Texts,
): readonly RegisteredCall[] {
  const found: RegisteredCall[] = []
  const server = fastify({ exposeHeadRoutes: false })
  server.addHook('onRoute', (route: RouteOptions) => {
    const { call, access, doc } = route.config ?? {}
    const summary = call?.summary ?? doc?.summary
    const resource = call ? undefined : resourceOf(access)
    for (const method of [route.method].flat())
      found.push({
        method,
        path: route.url,
        ...(summary !== undefined && { summary }),
        ...(resource !== undefined && { resource }),
      })
    // Gives each call a unique path, so that Fastify does not reject duplicates.
    route.url = `/${found.length}`
  })
  addCalls(server, createStubContext(app, config, texts), {
    app,
    routes: [],
    findCaller: async () => null,
  })
  return found
}

const resourceOf = (access: CallAccess | undefined) =>
  typeof access === 'object' && 'resource' in access ? access.resource.name : undefined

/**
 * Returns one line for each resource that custom code added (`isAdded`) and whose generated calls
 * have the same paths as other calls, and one line for each other duplicate.
 */
export function pathConflicts(
  found: readonly RegisteredCall[],
  isAdded: (resource: string) => boolean,
): string[] {
  const byPath = new Map<string, RegisteredCall>()
  const byResource = new Map<string, { readonly calls: string[]; readonly others: Set<string> }>()
  const lines: string[] = []
  for (const call of found) {
    const key = `${call.method} ${call.path.replace(/:[^/]+/g, ':')}`
    const other = byPath.get(key)
    if (!other) {
      byPath.set(key, call)
      continue
    }
    const generated = [call, other].find(
      ({ resource }) => resource !== undefined && isAdded(resource),
    )
    const endpoint = `${call.method} ${call.path}`
    if (generated?.resource === undefined) {
      lines.push(
        `${endpoint}: defined twice, by ${describeCall(other)} and by ${describeCall(call)}. Change one of the paths.`,
      )
      continue
    }
    const clash = byResource.get(generated.resource) ?? { calls: [], others: new Set() }
    clash.calls.push(endpoint)
    clash.others.add(describeCall(generated === call ? other : call))
    byResource.set(generated.resource, clash)
  }
  return [
    ...[...byResource].map(
      ([name, { calls, others }]) =>
        `${name}.path: conflict on ${calls.join(', ')} with ${[...others].join(', ')}. Use another path.`,
    ),
    ...lines,
  ]
}

const describeCall = ({ method, path, summary, resource }: RegisteredCall) =>
  resource !== undefined
    ? `a generated call of ${resource}`
    : summary === undefined
      ? `the call ${method} ${path}`
      : `the call "${summary}"`
