/** Paths that two calls would answer: found before anything is opened, where Fastify would end the start after the migrations. */
import fastify, { type RouteOptions } from 'fastify'
import type { CallAccess } from '#model/wire/call.ts'
import { ownResources } from '#resources/index.ts'
import type { Config } from '#server/engine/config.ts'
import type { Texts } from '#server/engine/texts.ts'
import { absentContext } from './absent-context.ts'
import { addCalls } from './calls.ts'

/** A call that something registers. */
export interface FoundCall {
  readonly method: string
  readonly path: string
  /** What a declared call is called in the API's document. */
  readonly summary?: string
  /** The resource whose declaration generates the call. */
  readonly resource?: string
}

/** Every call of the program, as often as it is registered. */
export function callsFound(config: Config, texts: Texts): readonly FoundCall[] {
  const found: FoundCall[] = []
  const app = fastify({ exposeHeadRoutes: false })
  app.addHook('onRoute', (route: RouteOptions) => {
    const { call, access, doc } = route.config ?? {}
    const summary = call?.summary ?? doc?.summary
    const resource = call ? undefined : resourceOf(access)
    for (const method of [route.method].flat())
      found.push({ method, path: route.url, ...(summary !== undefined && { summary }), ...(resource !== undefined && { resource }) })
    // A path of its own for each, so that Fastify goes on to the next.
    route.url = `/${found.length}`
  })
  addCalls(app, absentContext(config, texts), [], async () => null)
  return found
}

const resourceOf = (access: CallAccess | undefined) =>
  typeof access === 'object' && 'resource' in access ? access.resource.name : undefined

/** Mistakes in declarations whose calls have the path of others: a line for each resource, and for each pair of calls. */
export function clashesOf(found: readonly FoundCall[], isOwn = (name: string) => Object.hasOwn(ownResources, name)): string[] {
  const byPath = new Map<string, FoundCall>()
  const ofResource = new Map<string, { readonly calls: string[]; readonly others: Set<string> }>()
  const lines: string[] = []
  for (const call of found) {
    const key = `${call.method} ${call.path.replace(/:[^/]+/g, ':')}`
    const other = byPath.get(key)
    if (!other) {
      byPath.set(key, call)
      continue
    }
    const generated = [call, other].find(({ resource }) => resource !== undefined && isOwn(resource))
    const place = `${call.method} ${call.path}`
    if (generated?.resource === undefined) {
      lines.push(`${place} is answered by ${named(other)} and by ${named(call)}: give one of them another path`)
      continue
    }
    const clash = ofResource.get(generated.resource) ?? { calls: [], others: new Set() }
    clash.calls.push(place)
    clash.others.add(named(generated === call ? other : call))
    ofResource.set(generated.resource, clash)
  }
  return [
    ...[...ofResource].map(
      ([name, { calls, others }]) =>
        `${name}.path makes ${calls.join(', ')}, which ${[...others].join(', ')} answers already: give ${name} another path`,
    ),
    ...lines,
  ]
}

const named = ({ method, path, summary, resource }: FoundCall) =>
  resource !== undefined
    ? `a generated call of ${resource}`
    : summary === undefined
      ? `the call ${method} ${path}`
      : `the call "${summary}"`
