/** Names of pages that a university puts in place of generated ones. */
import { meant } from './report.ts'

const kinds = ['list', 'show', 'create', 'edit']

/** Names that no page has, a line each. A name is an entity, a point and a kind of page. */
export const screenMistakes = (names: readonly string[], resources: readonly string[]): string[] =>
  names.flatMap((name) => {
    const at = name.lastIndexOf('.')
    const [resource, kind] = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)]
    const place = `own/src/index.ts: the page ${name}`
    if (!resources.includes(resource)) return [`${place} is of the unknown entity ${resource}${meant(resource, resources)}`]
    return kinds.includes(kind) ? [] : [`${place} is of the unknown kind ${kind}, and there are ${kinds.join(', ')}${meant(kind, kinds)}`]
  })
