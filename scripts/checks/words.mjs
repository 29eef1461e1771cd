// Checks that packages and providers contain no words of the application: names of entities,
// fields, choices, states, actions and codes that it declares. Looks at identifiers, strings and
// paths, not at comments. `words-exceptions.tsv` lists the exceptions. `node
// scripts/checks/words.mjs [folder]`
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { loadDeclarations } from '../load-declarations.mjs'
import { listFiles, root, testCode } from '../project-files.mjs'

const base = resolve(process.argv[2] ?? root)
const exceptionsPath = 'scripts/checks/words-exceptions.tsv'
const code = /\.tsx?$/

/** The packages' own entities. Their names and those of their fields are not the application's. */
const systemFolder = 'packages/schema/system'

const { allResources, errorStatus, issueCodes, universityErrors, universityIssues } =
  await loadDeclarations(
    `export { errorStatus } from '@matricola/schema/wire/errors.ts'
  export { issueCodes } from '@matricola/schema/wire/issue.ts'
  export { allResources } from '#resources/index.ts'
  export { universityErrors, universityIssues } from '#resources/codes.ts'`,
  )

/**
 * A name in lower case and singular, word by word: `gradeSheets`, `grade-sheet` and `Grade sheet`
 * are the same.
 */
const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter(Boolean)
    .map((word) => singular(word.toLowerCase()))
function singular(word) {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ss|sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')
}

const systemPaths = listFiles(systemFolder, base).filter((path) => code.test(path))
const systemWords = new Set(systemPaths.flatMap((path) => textsIn(path)).flatMap(wordsOf))
const isSystemName = (words) => words.every((word) => systemWords.has(word))

/** Where the application declares each name. */
const declared = new Map()
function declare(name, place) {
  const words = wordsOf(name)
  if (words.length > 0 && !declared.has(words.join(' ')) && !isSystemName(words))
    declared.set(words.join(' '), place)
}
const keysOf = (value) => (Array.isArray(value) ? value : Object.keys(value ?? {}))

for (const { name } of allResources) declare(name, `the entity ${name}`)
for (const { name, fields, actions, workflow } of allResources) {
  for (const [field, { choices }] of Object.entries(fields)) {
    declare(field, `a field of ${name}`)
    for (const choice of keysOf(choices)) declare(choice, `a choice of ${name}.${field}`)
  }
  for (const action of [...keysOf(actions), ...keysOf(workflow?.transitions)])
    declare(action, `an action of ${name}`)
}
const groupOf = (code) => code.split('.')[0]
const ownGroups = new Set([...Object.keys(errorStatus), ...issueCodes].map(groupOf))
for (const each of [...Object.keys(universityErrors), ...universityIssues]) {
  declare(each, `the code ${each}`)
  if (!ownGroups.has(groupOf(each))) declare(groupOf(each), `the code ${each}`)
}
const longestName = Math.max(...[...declared.keys()].map((name) => name.split(' ').length))

/**
 * Lines of path, words and reason, separated by tabs. `*` as path or words stands for all. Lines
 * with # are comments.
 */
const exceptions = readFileSync(join(base, exceptionsPath), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [path = '', names = '', reason = ''] = line.split('\t')
    return {
      path,
      names: names.split(',').map((name) => wordsOf(name).join(' ') || name.trim()),
      reason,
      used: new Set(),
    }
  })

/** Marks the exceptions that allow the name in the file as used. Returns whether there are any. */
function isAllowed(path, name) {
  let isFound = false
  for (const exception of exceptions) {
    if (exception.path !== '*' && exception.path !== path) continue
    const found = exception.names.find((each) => each === '*' || each === name)
    if (found === undefined) continue
    exception.used.add(found)
    isFound = true
  }
  return isFound
}

const problems = []
for (const path of ['packages', 'providers']
  .flatMap((folder) => listFiles(folder, base))
  .filter((path) => code.test(path))) {
  // Tests of packages and their fixture compile without the application, and their sample data may
  // contain any words.
  if (path.startsWith(`${systemFolder}/`) || testCode.test(path)) continue
  const found = new Map(
    [path, ...textsIn(path)].flatMap((text) => namesIn(text).map((name) => [name, text])),
  )
  for (const [name, text] of found)
    if (!isAllowed(path, name))
      problems.push(`${path}: "${shortened(text)}" contains "${name}", ${declared.get(name)}`)
}
for (const { path, names, reason, used } of exceptions) {
  if (reason.trim() === '')
    problems.push(
      `${exceptionsPath}: the exception "${path}" for "${names.join(', ')}" has no reason`,
    )
  for (const name of names.filter((name) => !used.has(name)))
    problems.push(`${exceptionsPath}: the exception "${path}" for "${name}" is unused. Remove it.`)
}

for (const problem of problems) console.log(problem)
if (problems.length > 0)
  console.log(
    `Packages do not know the application: pass these names in, or add an exception with its reason to ${exceptionsPath}.`,
  )
process.exitCode = problems.length > 0 ? 1 : 0

/** The declared names that the text contains. Of names that overlap, the longest counts. */
function namesIn(text) {
  const words = wordsOf(text)
  const names = []
  for (let start = 0; start < words.length; start++) {
    for (let length = Math.min(longestName, words.length - start); length > 0; length--) {
      const name = words.slice(start, start + length).join(' ')
      if (!declared.has(name)) continue
      names.push(name)
      start += length - 1
      break
    }
  }
  return names
}

/** Identifiers and strings of a file, except in imports, whose names the modules export. */
function textsIn(path) {
  if (!existsSync(join(base, path))) return []
  const { program, errors } = parseSync(path, readFileSync(join(base, path), 'utf8'))
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const texts = []
  const nodes = [program]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.type === 'ImportDeclaration') continue
    if (typeof node.name === 'string') texts.push(node.name)
    else if (typeof node.value === 'string') texts.push(node.value)
    else if (node.type === 'TemplateElement') texts.push(node.value.raw)
    for (const child of Object.values(node).flat())
      if (typeof child === 'object' && child !== null) nodes.push(child)
  }
  return texts
}

function shortened(text) {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}
