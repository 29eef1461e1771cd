import { join } from 'node:path'

/**
 * Groups the modules of the browser code into a few files. By default, the build makes one file for
 * each set of modules that the same pages share, which is about ninety for the first list.
 */

/**
 * Modules that the console loads before it shows its first list, and those that a public page loads
 * before it is shown.
 */
const firstList = ['src/console.ts']
const firstPublic = ['src/public/start.tsx']
const entry = 'src/main.tsx'
const isPublic = /\/(src|packages\/console)\/public\/[^?]*\.tsx?$/
const antdIndex = /\/antd\/es\/index\.js$/

/**
 * Returns all modules that are loaded together with the given ones; with `isLater`, also those that
 * they load later and for which `isLater` is true.
 */
function loadedWith(ids, modules, isLater = () => false) {
  const found = new Set()
  const waiting = [...ids]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const info = modules.getModuleInfo(id) ?? {}
    const { importedIds = [], dynamicallyImportedIds = [], code } = info
    for (const imported of [...importedIds, ...dynamicallyImportedIds.filter(isLater)])
      waiting.push(...(antdIndex.test(imported) ? controlsOf(imported, code ?? '') : [imported]))
  }
  return found
}

/**
 * Returns the components that a file imports from Ant Design. Its index exports all of them, but
 * the build keeps only the used ones.
 */
function controlsOf(index, code) {
  const names = /import\s*\{([^}]*)\}\s*from\s*["']antd["']/.exec(code)?.[1] ?? ''
  return [...names.matchAll(/(?:^|,)\s*([A-Z]\w*)/g)].map(([, name]) =>
    index.replace(
      'index.js',
      `${name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}/index.js`,
    ),
  )
}

/**
 * Groups of the build: modules that every page needs, modules that other public pages need, and the
 * packages and code that only the console needs. Each group contains all imports of its modules
 * that are not in an earlier group, so that public pages never load console code.
 */
export function chunkGroups(root) {
  const publicIds = new Set()
  let loaded
  const isConsole = (id) => firstList.some((path) => id === join(root, path))
  const groupOf = (id, modules) => {
    const at = (paths) =>
      loadedWith(
        paths.map((path) => join(root, path)),
        modules,
      )
    loaded ??= {
      entry: at([entry]),
      list: at(firstList),
      start: at(firstPublic),
      others: loadedWith(publicIds, modules, (id) => !isConsole(id)),
    }
    if (id.endsWith(entry) || !(loaded.entry.has(id) || loaded.list.has(id))) return null
    if (loaded.entry.has(id) || loaded.start.has(id)) return 'page'
    if (loaded.others.has(id)) return 'shared'
    return id.includes('/node_modules/') ? 'console-packages' : 'console'
  }
  const group = (name, priority, more) => ({
    name: (id, modules) => (groupOf(id, modules) === name ? name : null),
    // The bundler calls this for every module before it calls `name` for the first one.
    test: (id) => {
      if (isPublic.test(id)) publicIds.add(id)
      return true
    },
    priority,
    debugName: name,
    ...more,
  })
  return [
    group('page', 4),
    group('shared', 3, { entriesAware: true }),
    group('console-packages', 2),
    group('console', 1),
  ]
}

/**
 * Returns the files of a build through which public pages, or what they load later, would load code
 * of the console.
 */
export function findConsoleImports(output) {
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]))
  const consoleNames = ['console', 'console-packages']
  const isEntry = ({ facadeModuleId }, paths) =>
    paths.some((path) => facadeModuleId?.endsWith(`/${path}`))
  const found = new Set()
  const seen = new Set()
  const waiting = output.filter((chunk) => isEntry(chunk, firstPublic))
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (seen.has(chunk)) continue
    seen.add(chunk)
    for (const fileName of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) {
      const imported = chunks.get(fileName)
      if (imported && consoleNames.includes(imported.name)) found.add(chunk)
      else if (imported && !isEntry(imported, firstList)) waiting.push(imported)
    }
  }
  return [...found].map(({ fileName }) => fileName)
}
