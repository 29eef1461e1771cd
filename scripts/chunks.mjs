import { join } from 'node:path'

/** Files that the browser's code is put into. Left to itself the build makes one of each set of modules that the same pages share: some ninety for the first list. */

/** Modules that the console loads before its first list stands, and those that a public page loads before it does. */
const firstList = ['src/console/start.tsx']
const firstPublic = ['src/public/start.tsx']
const entry = 'src/main.tsx'
const isPublic = /\/src\/public\/[^?]*\.tsx?$/
const antdIndex = /\/antd\/es\/index\.js$/

/** Modules that some files load with themselves. */
function loadedWith(ids, modules) {
  const found = new Set()
  const waiting = [...ids]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const { importedIds = [], code } = modules.getModuleInfo(id) ?? {}
    for (const imported of importedIds) waiting.push(...(antdIndex.test(imported) ? controlsOf(imported, code ?? '') : [imported]))
  }
  return found
}

/** Components that a file takes of Ant Design: its index names all of them, of which the build keeps what is taken. */
function controlsOf(index, code) {
  const names = /import\s*\{([^}]*)\}\s*from\s*["']antd["']/.exec(code)?.[1] ?? ''
  return [...names.matchAll(/(?:^|,)\s*([A-Z]\w*)/g)].map(([, name]) =>
    index.replace('index.js', `${name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}/index.js`),
  )
}

/**
 * Groups of the build: what every page needs, what a public page needs as well, and the packages and own code of the console
 * alone. Each holds all that its modules import and no earlier group holds, so that no public page loads the console's.
 */
export function chunkGroups(root) {
  const publicIds = new Set()
  let loaded
  const groupOf = (id, modules) => {
    const at = (paths) =>
      loadedWith(
        paths.map((path) => join(root, path)),
        modules,
      )
    loaded ??= { entry: at([entry]), list: at(firstList), start: at(firstPublic), others: loadedWith(publicIds, modules) }
    if (id.endsWith(entry) || !(loaded.entry.has(id) || loaded.list.has(id))) return null
    if (loaded.entry.has(id) || loaded.start.has(id)) return 'page'
    if (loaded.others.has(id)) return 'shared'
    return id.includes('/node_modules/') ? 'console-packages' : 'console'
  }
  const group = (name, priority, more) => ({
    name: (id, modules) => (groupOf(id, modules) === name ? name : null),
    // Asked for each module before the first name is.
    test: (id) => {
      if (isPublic.test(id)) publicIds.add(id)
      return true
    },
    priority,
    debugName: name,
    ...more,
  })
  return [group('page', 4), group('shared', 3, { entriesAware: true }), group('console-packages', 2), group('console', 1)]
}
