// Checks the English of the repository: phrases that have a plainer form, names that two files
// export, and subjects of commits. `english-exceptions.txt` lists the exceptions. `node
// scripts/checks/english.mjs [folder]`
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listFiles, root } from '../project-files.mjs'

const base = resolve(process.argv[2] ?? root)

/**
 * Folders and files that are checked. `custom/` is the university's; the CHANGELOG quotes names of
 * earlier versions.
 */
const written = [
  ...[
    'bench',
    'demo',
    'deploy',
    'docs',
    'locales/en',
    'packages',
    'providers',
    'resources',
    'scripts',
  ],
  ...[
    'server',
    'src',
    'tests',
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'vite.config.ts',
    'vitest.config.ts',
  ],
]
/**
 * Tables and generated files, documents that quote the phrases to avoid, and this check with its
 * tests.
 */
const notWritten =
  /migrations\/|docs\/(openapi\.json|glossary\.md)|packages\/\w+\/locales\/(?!en\/)|CONTRIBUTING\.md|checks\/english|guards\/english|expected\/|\.(png|woff2|svg|pdf|zip|xlsx)$/
const text = /\.(ts|tsx|mjs|css|md|json|html)$|^deploy\//

/**
 * Phrases, and what to write instead. They are prose, so names that declarations and the API fix do
 * not count.
 */
const phrases = [
  [
    /\b(?:after|by|for|from|to|with) who\b/i,
    '"who" needs a noun: "for applicants who have not paid"',
  ],
  [/\bthe own\b/i, '"its own", "the user\'s own"'],
  [/\banew\b/i, '"again"'],
  [/\b(?:is|are|be|been) told\b/i, '"is notified", "sees", "receives"'],
  [
    /(?<=\w[ ,]+)beside (?:a|an|each|it|its|other|that|the|their|them|this)\b/i,
    '"next to", "in addition to", "as well as"',
  ],
  [
    /\bstands? (?:in|against|beside) (?:a|an|it|its|no|that|the|their|this)\b/i,
    '"is in", "blocks"',
  ],
  [/\btells? whether\b/i, '"Whether …", "returns whether"'],
  [/\b(?:somebody|whoever)\b/i, 'a noun: "another user", "the caller"'],
  [/(?<=\w )reckon(?:s|ed|ing)?\b(?![:,])/i, '"compute"'],
  [/\bwho asks\b/i, '"the caller"'],
]

/** Exported names are unique in these folders, so that a search for a name finds one thing. */
const named = /^(packages|providers|resources|server|src)\/.*\.tsx?$/
const exported =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface|enum) ([\w$]+)/gm

const verbs = [
  'Add',
  'Fix',
  'Remove',
  'Rename',
  'Move',
  'Extract',
  'Replace',
  'Speed up',
  'Document',
  'Test',
]
const longestSubject = 72

/**
 * Lines `<path>: <part of a line that may stay>`, `export <name>`, and `commits after <hash>`.
 * Lines with # are comments.
 */
const exceptions = readFileSync(join(base, 'scripts/checks/english-exceptions.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
const unused = new Set(exceptions)

const problems = []
const homes = new Map()

for (const path of written
  .flatMap((folder) => listFiles(folder, base))
  .filter((path) => text.test(path) && !notWritten.test(path))) {
  const content = readFileSync(join(base, path), 'utf8')
  const allowed = exceptions.filter((exception) => exception.startsWith(`${path}: `))
  for (const [index, line] of content.split('\n').entries())
    for (const [phrase, replacement] of phrases) {
      const match = phrase.exec(line)
      const exception =
        match && allowed.find((exception) => line.includes(exception.slice(path.length + 2)))
      if (exception) unused.delete(exception)
      else if (match) problems.push(`${path}:${index + 1} "${match[0]}": write ${replacement}`)
    }
  if (named.test(path))
    for (const [, name] of content.matchAll(exported))
      homes.set(name, (homes.get(name) ?? new Set()).add(path))
}

for (const [name, paths] of homes) {
  if (paths.size === 1 || unused.delete(`export ${name}`)) continue
  problems.push(
    `${[...paths].sort().join(', ')} export "${name}": give each its own name, or import one from the other`,
  )
}

for (const { hash, subject } of commits()) {
  if (subject.length > longestSubject)
    problems.push(
      `commit ${hash}: the subject has ${subject.length} characters, more than ${longestSubject}`,
    )
  if (!verbs.some((verb) => subject.startsWith(`${verb} `)))
    problems.push(`commit ${hash}: the subject starts with none of ${verbs.join(', ')}`)
}

for (const exception of unused)
  problems.push(
    `scripts/checks/english-exceptions.txt: the exception "${exception}" is unused. Remove it.`,
  )
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0

/**
 * The commits after the one that the exceptions name. A shallow clone may lack that one: then only
 * the last commit is checked.
 */
function commits() {
  // A university words commits of its custom code as it likes.
  const places = ['.', ':!custom']
  const start = exceptions.find((exception) => exception.startsWith('commits after '))
  unused.delete(start)
  if (start === undefined || !existsSync(join(base, '.git'))) return []
  const from = start.slice('commits after '.length)
  const log = ['log', '--format=%h %s']
  const lines =
    git(...log, `${from}..HEAD`, '--', ...places) ?? git(...log, '-1', '--', ...places) ?? ''
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => ({
      hash: line.slice(0, line.indexOf(' ')),
      subject: line.slice(line.indexOf(' ') + 1),
    }))
}

/**
 * Runs git in the folder. Returns null if git fails, for example because it does not know the
 * commit.
 */
function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: base,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return null
  }
}
