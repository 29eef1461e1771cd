/**
 * Moves parts that several calls share into components, which makes the document shorter and its
 * diffs smaller.
 */
import type { JsonSchema } from './json-schema.ts'

export interface Operation extends JsonSchema {
  readonly tags?: readonly string[]
  readonly parameters?: readonly JsonSchema[]
  readonly requestBody?: JsonSchema
  readonly responses: { readonly [status: string]: JsonSchema }
}
export type Paths = { readonly [path: string]: { readonly [method: string]: Operation } }
/** Named parts by section of `components`. */
export type Components = { readonly [section: string]: { readonly [name: string]: JsonSchema } }

/** A part that several calls share. Its name is derived from those calls. */
interface Part {
  readonly section: 'parameters' | 'requestBodies' | 'responses'
  /** Candidate names from the shortest to the most specific. The first free one is used. */
  readonly names: readonly string[]
}

/**
 * Moves parameters, bodies and responses that at least two calls share into the components. Names
 * are deterministic.
 */
export function shareComponents(
  paths: Paths,
  components: Components,
): { readonly paths: Paths; readonly components: Components } {
  const counts = new Map<string, number>()
  mapParts(paths, (part) => {
    const key = JSON.stringify(part)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return part
  })
  const namedParts: Record<string, Record<string, JsonSchema>> = Object.fromEntries(
    Object.entries(components).map(([section, parts]) => [section, { ...parts }]),
  )
  const references = new Map<string, JsonSchema>()
  const shared = mapParts(paths, (part, { section, names }) => {
    const key = JSON.stringify(part)
    if ('$ref' in part || (counts.get(key) ?? 0) < 2) return part
    const cached = references.get(key)
    if (cached) return cached
    const existing = namedParts[section] ?? {}
    const name =
      names.find((one) => !(one in existing)) ?? createUniqueName(names.at(-1) ?? section, existing)
    namedParts[section] = { ...existing, [name]: part }
    const reference = { $ref: `#/components/${section}/${name}` }
    references.set(key, reference)
    return reference
  })
  return { paths: shared, components: namedParts }
}

function createUniqueName(name: string, existing: { readonly [name: string]: unknown }): string {
  let number = 2
  while (`${name}-${number}` in existing) number++
  return `${name}-${number}`
}

/** Returns the paths with each part replaced by the result of `change`. */
function mapParts(paths: Paths, change: (part: JsonSchema, location: Part) => JsonSchema): Paths {
  const mapValues = <T, U>(
    object: { readonly [key: string]: T },
    change: (value: T, key: string) => U,
  ) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
  return mapValues(paths, (operations, path) =>
    mapValues(operations, (operation, method): Operation => {
      const { parameters, requestBody, responses } = operation
      const [tag = 'call'] = operation.tags ?? []
      // The response of `/api/students/{id}/history` is named `history`, or `students-history` if
      // that is taken.
      const words = path
        .split('/')
        .filter((word) => word !== '' && word !== 'api' && !word.startsWith('{'))
      const names = [
        ...new Set([words.at(-1) ?? tag, words.join('-'), `${words.join('-')}-${method}`]),
      ]
      return {
        ...operation,
        ...(parameters && {
          parameters: parameters.map((part) =>
            change(part, {
              section: 'parameters',
              names: [String(part.name), `${part.name}-${tag}`],
            }),
          ),
        }),
        ...(requestBody && {
          requestBody: change(requestBody, { section: 'requestBodies', names }),
        }),
        responses: mapValues(responses, (part, status) =>
          change(part, { section: 'responses', names: status === '2XX' ? names : ['Failed'] }),
        ),
      }
    }),
  )
}
