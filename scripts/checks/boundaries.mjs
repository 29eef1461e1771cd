// Imports between folders: rules and floors of .dependency-cruiser.cjs, no cycles and no knots. `node scripts/checks/boundaries.mjs [folder]`
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import swc from '@swc/core'
import { cruise } from 'dependency-cruiser'
import { root } from '../folders.mjs'

// The tool's parser is told of TypeScript but not of JSX, and stops at the first tag.
const { parseFileSync } = swc
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') })

/** Beside TypeScript 7 the tool can read no module at all and report success: fewer than this many is a failure. */
const moduleFloor = 40

const base = resolve(process.argv[2] ?? root)
process.chdir(base)
const { options, forbidden, floors, knots } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'))
const folders = ['model', 'kinds', 'resources', 'providers', 'server', 'demo', 'src', 'own', 'tests'].filter((folder) => existsSync(folder))
const { output } = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true })
const { totalCruised, violations } = output.summary

const problems = violations.map(({ rule, from, to }) => {
  const { comment } = forbidden.find(({ name }) => name === rule.name)
  return `${from} imports ${to} (${rule.name}): ${comment}`
})
for (const { source, dependencies } of output.modules)
  for (const { module, couldNotResolve } of dependencies)
    if (couldNotResolve && /^[.#]/.test(module)) problems.push(`${source} imports ${module}, which is not there`)
problems.push(...cyclesOf(output.modules), ...knotsOf(output.modules), ...upwardImports(output.modules))
if (totalCruised < moduleFloor)
  problems.push(`only ${totalCruised} modules were read, expected at least ${moduleFloor}: the parser is missing`)

for (const problem of problems) console.error(problem)
console.log(`${totalCruised} modules, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Every group of modules that need each other at run time; `import type` leaves nothing behind and does not count. */
function cyclesOf(modules) {
  const edges = new Map(
    modules.filter(({ source }) => !source.includes('node_modules')).map((module) => [module.source, runtimeImports(module)]),
  )
  const cycles = []
  const state = new Map()
  const path = []
  const visit = (source) => {
    state.set(source, 'open')
    path.push(source)
    for (const next of edges.get(source) ?? []) {
      if (state.get(next) === 'open') {
        const ring = [...path.slice(path.indexOf(next)), next].join(' → ')
        cycles.push(`${ring}: modules that need each other are one module, or hide a third that both should import`)
      } else if (!state.has(next)) visit(next)
    }
    path.pop()
    state.set(source, 'done')
  }
  for (const source of edges.keys()) if (!state.has(source)) visit(source)
  return cycles
}

/** Every group of files that need each other, types and later imports included, beside those that may (Tarjan). */
function knotsOf(modules) {
  const isOurs = ({ source, couldNotResolve }) => !couldNotResolve && /^(?!tests\/|.*node_modules).*\.tsx?$/.test(source)
  const files = new Set(modules.filter(isOurs).map(({ source }) => source))
  const isIn = (parts, file) => parts.some((part) => file === part || (part.endsWith('/') && file.startsWith(part)))
  const met = new Map()
  const open = []
  const found = []
  const visit = (source) => {
    const own = { number: met.size, lowest: met.size, isOpen: true }
    met.set(source, own)
    open.push(source)
    for (const next of importsIn(source).filter((path) => files.has(path))) {
      const other = met.get(next) ?? visit(next)
      if (other.isOpen) own.lowest = Math.min(own.lowest, other.lowest)
    }
    if (own.lowest === own.number) {
      const knot = open.splice(open.indexOf(source))
      for (const file of knot) met.get(file).isOpen = false
      if (knot.length > 1) found.push(knot)
    }
    return own
  }
  for (const source of files) if (!met.has(source)) visit(source)
  return found
    .filter((knot) => !knots.some(({ files }) => knot.every((file) => isIn(files, file))))
    .map((knot) => `${knot.sort().join(', ')}: files that need each other, types included, are a knot; move what they share into a third`)
}

/** Tells whether a file stands on a floor. */
function isOfServer(path) {
  return path.startsWith('server/') || path.startsWith('demo/')
}

/** Every import of a server file from a floor above its own, `import type` included, and every file that stands on none. */
function upwardImports(modules) {
  const places = floors.flatMap((parts, floor) => parts.map((part) => ({ part, floor }))).sort((a, b) => b.part.length - a.part.length)
  /** A folder in a folder may stand higher: the longest name counts. */
  const floorOf = (path) => places.find(({ part }) => path === part || (part.endsWith('/') && path.startsWith(part)))?.floor ?? -1
  return modules
    .filter(({ source }) => isOfServer(source))
    .flatMap(({ source }) => {
      const from = floorOf(source)
      if (from < 0) return [`${source} stands on no floor: add its folder to the floors of .dependency-cruiser.cjs`]
      return importsIn(source)
        .filter((path) => floorOf(path) > from)
        .map((path) => `${source} imports ${path} (nothing-looks-up): it stands on a floor above; have it handed in`)
    })
}

/** Paths of everything that a file names in an import of ours, types included. */
function importsIn(source) {
  const text = readFileSync(source, 'utf8')
  const specifiers = [
    ...text.matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?['"]([.#][^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(['"]([.#][^'"]+)['"]\)/g),
  ]
  return specifiers.map(([, specifier]) => (specifier.startsWith('#') ? specifier.slice(1) : join(dirname(source), specifier)))
}

function runtimeImports({ source, dependencies }) {
  const local = dependencies.filter(({ resolved, dynamic }) => !resolved.includes('node_modules') && !dynamic)
  if (local.length === 0) return []
  const text = readFileSync(source, 'utf8')
  // verbatimModuleSyntax: what is a type says so. A module counts when one statement imports more than types from it.
  const isRuntime = ({ module }) =>
    [...text.matchAll(/^(import|export)\s([^'"]*?from\s*)?['"]([^'"]+)['"]/gm)].some(
      ([, , clause = '', from]) => from === module && !clause.startsWith('type '),
    )
  return local.filter(isRuntime).map(({ resolved }) => resolved)
}
