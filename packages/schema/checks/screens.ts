/** Checks the names of custom pages that replace generated ones. */
import { didYouMean } from './report.ts'

const kinds = ['list', 'show', 'create', 'edit']

/**
 * One line for each name that matches no page. A name is `<entity>.<page>`, such as `rooms.list`.
 */
export const screenMistakes = (names: readonly string[], resources: readonly string[]): string[] =>
  names.flatMap((name) => {
    const dot = name.lastIndexOf('.')
    const [resource, kind] = [name.slice(0, Math.max(dot, 0)), name.slice(dot + 1)]
    const path = `custom/src/index.ts: page "${name}"`
    if (!resources.includes(resource))
      return [`${path}: unknown entity "${resource}"${didYouMean(resource, resources)}`]
    return kinds.includes(kind)
      ? []
      : [
          `${path}: unknown kind of page "${kind}", expected ${kinds.join(', ')}${didYouMean(kind, kinds)}`,
        ]
  })
