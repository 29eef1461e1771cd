// Checks imports between folders: the rules and layers (`layers`) in .dependency-cruiser.cjs, and
// cycles with and without types. `node scripts/checks/boundaries.mjs [folder]`
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import swc from '@swc/core'
import { cruise } from 'dependency-cruiser'
import { root, testCode } from '../project-files.mjs'
import { workspacesOf } from '../workspaces.mjs'

// The tool enables TypeScript in its parser, but not JSX, so parsing would stop at the first tag.
const { parseFileSync } = swc
swc.parseFileSync = (path, options) =>
  parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') })

/**
 * With TypeScript 7 installed, the tool may read no modules and still report success. Fewer modules
 * than this are a failure.
 */
const minModules = 40

/** The folders of the application. */
const applicationFolders = /^(?:src|server|resources|custom|demo|locales|examples)\//

const base = resolve(process.argv[2] ?? root)
process.chdir(base)
const { options, forbidden, layers, allowedCycles } = createRequire(import.meta.url)(
  join(root, '.dependency-cruiser.cjs'),
)
const folders = [
  'packages',
  'resources',
  'providers',
  'server',
  'demo',
  'src',
  'custom',
  'examples',
  'tests',
].filter((folder) => existsSync(folder))
const { output } = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true })
const { totalCruised, violations } = output.summary

const problems = violations.map(({ rule, from, to }) => {
  const { comment } = forbidden.find(({ name }) => name === rule.name)
  return `${from} imports ${to} (${rule.name}): ${comment}`
})
for (const { source, dependencies } of output.modules)
  for (const { module, couldNotResolve } of dependencies)
    if (couldNotResolve && /^[.#]/.test(module))
      problems.push(`${source} imports ${module}, which does not exist`)
problems.push(
  ...moduleCycles(output.modules),
  ...fileCycles(output.modules),
  ...upwardImports(output.modules),
  ...applicationImports(output.modules),
  ...undeclaredImports(output.modules),
)
if (totalCruised < minModules)
  problems.push(
    `only ${totalCruised} modules were read, expected at least ${minModules}. Check that dependency-cruiser can parse TypeScript.`,
  )

for (const problem of problems) console.error(problem)
console.log(`${totalCruised} modules, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

/**
 * Returns every cycle of modules that import each other at run time. Imports with `import type` do
 * not count.
 */
function moduleCycles(modules) {
  const edges = new Map(
    modules
      .filter(({ source }) => !source.includes('node_modules'))
      .map((module) => [module.source, runtimeImports(module)]),
  )
  const cycles = []
  const state = new Map()
  const path = []
  const visit = (source) => {
    state.set(source, 'open')
    path.push(source)
    for (const next of edges.get(source) ?? []) {
      if (state.get(next) === 'open') {
        const cycle = [...path.slice(path.indexOf(next)), next].join(' → ')
        cycles.push(
          `${cycle}: these modules import each other at run time. Merge them, or move what they share into a third module.`,
        )
      } else if (!state.has(next)) visit(next)
    }
    path.pop()
    state.set(source, 'done')
  }
  for (const source of edges.keys()) if (!state.has(source)) visit(source)
  return cycles
}

/**
 * Returns every group of files that depend on each other, including type imports, except the
 * allowed ones. Uses Tarjan's algorithm.
 */
function fileCycles(modules) {
  const isProgramModule = ({ source, couldNotResolve }) =>
    !couldNotResolve && !testCode.test(source) && /^(?!.*node_modules).*\.tsx?$/.test(source)
  const files = new Set(modules.filter(isProgramModule).map(({ source }) => source))
  const isIn = (parts, file) =>
    parts.some((part) => file === part || (part.endsWith('/') && file.startsWith(part)))
  const met = new Map()
  const open = []
  const found = []
  const visit = (source) => {
    const component = { number: met.size, lowest: met.size, isOpen: true }
    met.set(source, component)
    open.push(source)
    for (const next of importsIn(source).filter((path) => files.has(path))) {
      const other = met.get(next) ?? visit(next)
      if (other.isOpen) component.lowest = Math.min(component.lowest, other.lowest)
    }
    if (component.lowest === component.number) {
      const group = open.splice(open.indexOf(source))
      for (const file of group) met.get(file).isOpen = false
      if (group.length > 1) found.push(group)
    }
    return component
  }
  for (const source of files) if (!met.has(source)) visit(source)
  return found
    .filter((group) => !allowedCycles.some(({ files }) => group.every((file) => isIn(files, file))))
    .map(
      (group) =>
        `${group.sort().join(', ')}: these files import each other, including types. Move what they share into a third file.`,
    )
}

/** Whether a file belongs to a layer. */
function isServerFile(path) {
  return !testCode.test(path) && /^(packages\/server|server|demo)\//.test(path)
}

/**
 * Returns every import of a server file from a higher layer, including `import type`, and every
 * file that belongs to no layer.
 */
function upwardImports(modules) {
  const places = layers
    .flatMap((parts, layer) => parts.map((part) => ({ part, layer })))
    .sort((a, b) => b.part.length - a.part.length)
  /** The longest matching path decides, because a subfolder may belong to a higher layer. */
  const layerOf = (path) =>
    places.find(({ part }) => path === part || (part.endsWith('/') && path.startsWith(part)))
      ?.layer ?? -1
  return modules
    .filter(({ source }) => isServerFile(source))
    .flatMap(({ source }) => {
      const from = layerOf(source)
      if (from < 0)
        return [
          `${source} belongs to no layer. Add its folder to layers in .dependency-cruiser.cjs.`,
        ]
      return importsIn(source)
        .filter((path) => layerOf(path) > from)
        .map(
          (path) =>
            `${source} imports ${path} (no-imports-from-higher-layers): the imported file is in a higher layer. Pass what is needed as a parameter.`,
        )
    })
}

/** Returns every import from a package into the application, including `import type`. */
function applicationImports(modules) {
  return modules
    .filter(({ source }) => /^(?:packages|providers)\//.test(source))
    .flatMap(({ source }) =>
      importsIn(source)
        .filter((path) => applicationFolders.test(path))
        .map(
          (path) =>
            `${source} imports ${path} (packages-import-no-application): packages know no application. Take what is needed as an argument of createApp or <Console>, or from the declarations.`,
        ),
    )
}

/**
 * Returns every import of a package that the package.json of its workspace does not declare. npm
 * would find it in the root by chance.
 */
function undeclaredImports(modules) {
  const workspaces = existsSync('package.json') ? workspacesOf('.') : []
  return modules.flatMap(({ source }) => {
    const workspace = workspaces.find(({ path }) => source.startsWith(`${path}/`))
    if (!workspace) return []
    const declared = {
      ...workspace.dependencies,
      ...workspace.peerDependencies,
      // Packages that only tests import are not installed in production.
      ...(testCode.test(source) && workspace.devDependencies),
    }
    const imported = [
      ...readFileSync(source, 'utf8').matchAll(
        /^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?['"]((?:@[\w-]+\/)?[a-z][\w.-]*)(?=['"/])/gm,
      ),
    ]
    return imported
      .filter(([, name]) => !Object.hasOwn(declared, name))
      .map(([, name]) =>
        name === workspace.name
          ? `${source} imports ${name} (relative-within-a-package): use a relative path.`
          : `${source} imports ${name} (only-declared-packages): declare it in ${workspace.path}/package.json.`,
      )
  })
}

/** Returns the paths of all local imports of a file, including type imports. */
function importsIn(source) {
  const text = readFileSync(source, 'utf8')
  const specifiers = [
    ...text.matchAll(
      /^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?['"]((?:[.#]|@matricola\/)[^'"]+)['"]/gm,
    ),
    ...text.matchAll(/\bimport\(['"]((?:[.#]|@matricola\/)[^'"]+)['"]\)/g),
  ]
  return specifiers.map(([, specifier]) =>
    specifier.startsWith('#')
      ? specifier.slice(1)
      : specifier.startsWith('.')
        ? join(dirname(source), specifier)
        : specifier
            .replace('@matricola/providers/', 'providers/')
            .replace('@matricola/', 'packages/'),
  )
}

function runtimeImports({ source, dependencies }) {
  const local = dependencies.filter(
    ({ resolved, dynamic }) => !resolved.includes('node_modules') && !dynamic,
  )
  if (local.length === 0) return []
  const text = readFileSync(source, 'utf8')
  // With verbatimModuleSyntax, type imports are marked as such. A module counts if any statement
  // imports more than types from it.
  const isRuntime = ({ module }) =>
    [...text.matchAll(/^(import|export)\s([^'"]*?from\s*)?['"]([^'"]+)['"]/gm)].some(
      ([, , clause = '', from]) => from === module && !clause.startsWith('type '),
    )
  return local.filter(isRuntime).map(({ resolved }) => resolved)
}
