/** Checks the names of pages with which a university replaces generated ones. */
import { didYouMean } from './report.ts'

const kinds = ['list', 'show', 'create', 'edit']

/** One line for each name that matches no page. A name is `<entity>.<page>`, such as `rooms.list`. */
export const screenMistakes = (names: readonly string[], resources: readonly string[]): string[] =>
  names.flatMap((name) => {
    const at = name.lastIndexOf('.')
    const [resource, kind] = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)]
    const place = `custom/src/index.ts: page "${name}"`
    if (!resources.includes(resource)) return [`${place}: unknown entity "${resource}"${didYouMean(resource, resources)}`]
    return kinds.includes(kind) ? [] : [`${place}: unknown kind of page "${kind}", expected ${kinds.join(', ')}${didYouMean(kind, kinds)}`]
  })
