// Checks that restricted APIs, such as `fetch` and `process.env`, are used only in the modules made
// for them. `node scripts/checks/restricted-apis.mjs [folder]`
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listFiles, root, testCode } from '../project-files.mjs'

const code = /\.(ts|tsx)$/
const sqlFolders =
  /^(packages\/server\/(database|sql|mail|records|policy|services|jobs|exchange|live|session|system|ports|backup)\/|server\/(?!(routes|commands)\/|(app|main|commands)\.ts))/
const genericCode =
  /^(packages\/(schema|server)|providers|packages\/console\/(pages|fields|shell))\//

const base = resolve(process.argv[2] ?? root)
const resourceNames = listFiles('resources', root)
  .map(
    (path) =>
      readFileSync(join(root, path), 'utf8').match(
        /(?:define|defineProgram)Resource\(\{\s*name: '([a-z-]+)'/,
      )?.[1],
  )
  .filter(Boolean)
const resourceNamePattern = `['"\`](${resourceNames.join('|')})['"\`]`
/**
 * Tables of the university: those of resources with an unambiguous name, and those that no
 * declaration creates.
 */
const packTables = [
  ...resourceNames.filter((name) => name.includes('-')).map((name) => name.replaceAll('-', '_')),
  ...listFiles('server/tables', root).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/pgTable\(\s*'([a-z_]+)'/g)].map(
      ([, name]) => name,
    ),
  ),
]

/** Roles of the university and of the examples, from the keys of their `roles.ts`. */
const roles = ['resources', 'examples']
  .flatMap((folder) => listFiles(folder, root))
  .filter((path) => path.endsWith('resources/roles.ts'))
  .flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/(\w+): \{ isStaff:/g)].map(
      ([, role]) => role,
    ),
  )

/**
 * A restricted API (`pattern`), the files to check (`in`), the files that may use it (`not`), and
 * what other files do instead. Paths are relative to the application, so that they also find the
 * files of each example.
 */
const restrictions = [
  {
    in: /^(src|packages\/(console|schema)|providers|resources)\//,
    not: /^providers\/send\.ts$/,
    pattern: /(?<![.\w])fetch\(|new XMLHttpRequest|navigator\.sendBeacon/,
    instead:
      'Send requests with providers/http.ts, which unwraps responses and renews the session.',
  },
  {
    in: /^(src|packages\/(console|schema)|providers|resources)\//,
    not: /^providers\/live\.ts$/,
    pattern: /new (EventSource|WebSocket)\b/,
    instead:
      'Subscribe with packages/console/live. All tabs of a browser share one connection, which providers/live.ts opens.',
  },
  {
    in: /^(server|packages|resources|providers|src)\//,
    not: /^packages\/server\/config\.ts$/,
    pattern: /process\.env/,
    instead:
      'Add the setting to the schema in packages/server/config.ts and read it from the config.',
  },
  {
    in: /^(server|packages|resources|providers|src)\//,
    not: /^packages\/console\/config\.ts$/,
    pattern: /import\.meta\.env/,
    instead: 'Add the setting to packages/console/config.ts and import it from there.',
  },
  {
    in: /^(src|packages\/console|packages\/schema\/field-types|resources\/field-types|providers)\//,
    pattern: /dangerouslySetInnerHTML|\.innerHTML\s*=/,
    instead: 'Render text as text. HTML built from data can run scripts.',
  },
  {
    in: /^(custom\/)?(src|server|resources|demo)\//,
    not: /^resources\/admission\/application-state\.ts$/,
    pattern:
      /application:(?!fee)[^'"`]*\.(chip|title|sentence)|['"`](waiting|ready|confirmed|floating|notRanked|notAdmitted|(moved|place|results|changes|under|fee)[A-Z]\w*)\.(chip|title|sentence)|formatLong(Day|Instant)\([\w.]*(confirmBy|resultsOn|enrolUntil|waitingEndsOn)\b/,
    instead:
      'Read the state of the application from stateOf in resources/admission/application-state.ts, which words it and formats its dates for every page, email and document.',
  },
  {
    in: /^(src|packages\/console|packages\/schema\/field-types|resources\/field-types)\/.*\.tsx$/,
    pattern: /^[^/*]*[A-Za-z0-9"'}/]>\s*[^<>{}()=;]*\p{L}{2,}[^<>{}()=;]*<\//u,
    instead: 'Put the text into locales/<language>/ and use its key.',
  },
  {
    in: /^(src|packages\/console|packages\/schema\/field-types|resources\/field-types)\/.*\.tsx$/,
    pattern: /\s(placeholder|title|alt|aria-label|label)="[^"]*\p{L}{2,}[^"]*"/u,
    instead: 'Put the text into locales/<language>/ and use its key.',
  },
  {
    in: /^(src|packages\/console|packages\/schema\/field-types|resources\/field-types)\//,
    pattern: /\}: \$\{|join\(': '\)|\{': '\}|&& ': '/,
    instead:
      'Join a label and its value with withLabel from packages/console/i18n.ts. French puts a space before the colon.',
  },
  {
    in: /^(src|packages\/console|packages\/schema\/field-types|resources\/field-types)\//,
    not: /^packages\/console\/(announcements\/|toasts\/toast-host\.tsx$)/,
    pattern: /role=['"{]+(status|log)|aria-live/,
    instead:
      'Use LiveRegion or useAnnounce from packages/console/announcements. Screen readers ignore a live region that is added together with its text.',
  },
  {
    in: /^(src|packages\/console|packages\/schema\/field-types|resources\/field-types)\//,
    not: /^packages\/console\/fields\/title-text\.ts$/,
    pattern: /\._title\b/,
    instead:
      'Show the title of a record with titleText from packages/console/fields/title-text.ts, which translates its dates and choices.',
  },
  {
    in: /^(custom\/)?(src|packages\/console|((packages\/schema|resources)\/)?field-types)\//,
    not: /^packages\/console\/kit\//,
    pattern: /from '(antd|@ant-design)[/']/,
    instead:
      'Use the component from packages/console/kit, which applies the theme to Ant Design and fixes its accessibility.',
  },
  {
    in: /^(src|packages\/console|packages\/schema\/field-types|resources\/field-types)\//,
    pattern: /\bisGranted\(|\._can\b/,
    instead:
      'Check permissions with usePermission from packages/console/app/use-permission.ts. Only the access-control provider decides them.',
  },
  {
    in: /^(src|packages\/console|packages\/schema\/field-types|resources\/field-types)\//,
    not: /^packages\/console\/announcements\//,
    pattern: /<dialog\b/,
    instead:
      'Use NativeModal from packages/console/announcements. Screen readers ignore announcements outside an open dialog, so it needs its own live region.',
  },
  {
    in: /^(custom\/)?(src|packages\/console|((packages\/schema|resources)\/)?field-types)\//,
    pattern: /<Suspense(\s+fallback=\{null\})?\s*>/,
    instead:
      'Load overlays with lazyOverlay from packages/console/app/lazy-overlay.tsx, which handles keys typed while they load. Give any other Suspense a visible fallback.',
  },
  {
    in: /^(packages\/)?server\//,
    not: sqlFolders,
    pattern:
      /['"`]\s*(select\s.+\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\()/i,
    instead:
      'SQL is not allowed here. Put the statement into a folder that sqlFolders lists in this script, and call a function from there.',
  },
  {
    in: /^(custom\/)?server\/(?!main\.ts)/,
    pattern: /\.query[<(]/,
    instead:
      'Write the statement with sql from packages/server/sql/typed.ts, which takes names and row types from the declarations.',
  },
  {
    in: /^(server|packages\/server|demo|custom)\//,
    pattern: /\b(table|outerTable)\(\w+, '\w\w?'\)|\b\w = (table|outerTable)\(/,
    instead:
      "Name the table: const student = table(students). Only a second use in one statement has an alias, which is a word: table(students, 'other_student').",
  },
  {
    in: /^(server|packages\/server|custom)\//,
    not: /^packages\/server\/(session\/stored-files|backup\/write|ports\/file-store-marker|services\/prepare-files)\.ts$/,
    pattern: /\bfiles\.read\(|\breadVerified\(/,
    instead:
      'Read files with readStored from packages/server/session/stored-files.ts, which checks that the file may be read.',
  },
  {
    in: /^(packages|providers)\//,
    pattern: /\b[rR]ole (===|!==) '|\broles: \['/,
    instead:
      "Generic code must not name a role. Compare with adminRole of the registry, or declare access: 'admin'.",
  },
  {
    in: genericCode,
    pattern: new RegExp(
      `(===|!==|case)\\s*${resourceNamePattern}|${resourceNamePattern}\\s*(===|!==)`,
    ),
    instead:
      'Generic code must not name a resource. Add a property to the declaration, a field type or a screen.',
  },
  {
    in: /^packages\/server\//,
    pattern: new RegExp(`\\b(${packTables.join('|')})\\b`),
    instead:
      'The engine must not name tables of a pack. Pass what it needs through Pack from packages/server/pack.ts.',
  },
  {
    in: /^(src|packages|providers|server)\//,
    pattern: new RegExp(`['"\`]/(${roles.join('|')})/`),
    instead: 'Take browser paths from packages/schema/paths.ts or resources/paths.ts.',
  },
]

let read = 0
const problems = []
for (const path of [
  'packages',
  'resources',
  'providers',
  'server',
  'demo',
  'src',
  'custom',
  'examples',
].flatMap((folder) => listFiles(folder, base))) {
  if (!code.test(path) || testCode.test(path)) continue
  read++
  const place = path.replace(/^examples\/[^/]+\//, '')
  const rules = restrictions.filter((rule) => rule.in.test(place) && !rule.not?.test(place))
  // The product name is the same in every language.
  const lines = withoutComments(readFileSync(join(base, path), 'utf8'))
    .replaceAll('>Matricola<', '><')
    .split('\n')
  for (const [index, line] of lines.entries())
    for (const { pattern, instead } of rules)
      if (pattern.test(line)) problems.push(`${path}:${index + 1}: ${instead}\n    ${line.trim()}`)
}

for (const problem of problems) console.error(problem)
console.log(`${read} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 || read === 0 ? 1 : 0

/**
 * Blanks out comments and keeps line numbers. This is good enough for these rules, because a `//`
 * inside a string does not hide its line.
 */
function withoutComments(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/^\s*\/\/.*$/gm, '')
}
