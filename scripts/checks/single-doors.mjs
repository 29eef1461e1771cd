// Checks that certain operations are used only in the one module that is meant for them. `node scripts/checks/single-doors.mjs [folder]`
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listFiles, root } from '../project-files.mjs'

const code = /\.(ts|tsx)$/
const sqlFolders =
  /^server\/(engine\/(database|sql|mail|records|policy|services|jobs|exchange|live|session|ports|backup)|university\/(?!routes\/))/
const genericCode = /^(model|field-types|providers|server\/engine|src\/(console\/)?(pages|fields|shell))\//

const base = resolve(process.argv[2] ?? root)
const resourceNames = listFiles('resources', root)
  .map((path) => readFileSync(join(root, path), 'utf8').match(/(?:define|defineProgram)Resource\(\{\s*name: '([a-z-]+)'/)?.[1])
  .filter(Boolean)
const resourceNamePattern = `['"\`](${resourceNames.join('|')})['"\`]`
/** Tables of the university: those of resources with an unambiguous name, and those that no declaration creates. */
const packTables = [
  ...resourceNames.filter((name) => name.includes('-')).map((name) => name.replaceAll('-', '_')),
  ...listFiles('server/university/tables', root).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/pgTable\(\s*'([a-z_]+)'/g)].map(([, name]) => name),
  ),
]

/** Files to which a pattern applies (`in`), exceptions (`not`), and what to do instead. */
const doors = [
  {
    in: /^(src|field-types|providers|model|resources)\//,
    not: /^providers\/http\.ts$/,
    pattern: /(?<![.\w])fetch\(|new XMLHttpRequest|navigator\.sendBeacon/,
    instead: 'send requests through providers/http.ts: it knows the envelope and renews the session',
  },
  {
    in: /^(src|field-types|providers|model|resources)\//,
    not: /^providers\/live\.ts$/,
    pattern: /new (EventSource|WebSocket)\b/,
    instead: 'listen through src/live: all pages of a browser share one connection, which providers/live.ts holds',
  },
  {
    in: /^(server|model|field-types|resources|providers|src)\//,
    not: /^server\/engine\/config\.ts$/,
    pattern: /process\.env/,
    instead: 'add the setting to the schema in server/engine/config.ts and take it from the config',
  },
  {
    in: /^(server|model|field-types|resources|providers|src)\//,
    not: /^src\/config\.ts$/,
    pattern: /import\.meta\.env/,
    instead: 'add the setting to src/config.ts and import it from there',
  },
  {
    in: /^(src|field-types|providers)\//,
    pattern: /dangerouslySetInnerHTML|\.innerHTML\s*=/,
    instead: 'render text as text: markup from data runs as code',
  },
  {
    in: /^(src|field-types)\/.*\.tsx$/,
    pattern: /^[^/*]*[A-Za-z0-9"'}/]>\s*[^<>{}()=;]*\p{L}{2,}[^<>{}()=;]*<\//u,
    instead: 'put the text into locales/<language>/ and show it by its key',
  },
  {
    in: /^(src|field-types)\/.*\.tsx$/,
    pattern: /\s(placeholder|title|alt|aria-label|label)="[^"]*\p{L}{2,}[^"]*"/u,
    instead: 'put the text into locales/<language>/ and show it by its key',
  },
  {
    in: /^(src|field-types)\//,
    pattern: /\}: \$\{|join\(': '\)|\{': '\}|&& ': '/,
    instead: 'join a label and its words with labelled of src/i18n.ts: French has a space before the colon',
  },
  {
    in: /^(src|field-types)\//,
    not: /^src\/(announcements\/|toasts\/toast-host\.tsx$)/,
    pattern: /role=['"{]+(status|log)|aria-live/,
    instead: 'say it with Status of src/spoken: a live region that comes together with its words is not heard',
  },
  {
    in: /^(src|field-types)\//,
    not: /^src\/fields\/title-text\.ts$/,
    pattern: /\._title\b/,
    instead: 'say what a record is called with titleText of src/fields: its days and choices are in the reader’s language',
  },
  {
    in: /^(custom\/)?(src|field-types)\//,
    not: /^src\/kit\//,
    pattern: /from '(antd|@ant-design)[/']/,
    instead: 'take the control from src/kit: there Ant Design looks like ours and passes the checks that it fails by itself',
  },
  {
    in: /^(src|field-types)\//,
    pattern: /\bisGranted\(|\._can\b/,
    instead: 'ask useMay of src/console/use-permission.ts: what a person is offered is decided by the access-control provider alone',
  },
  {
    in: /^(src|field-types)\//,
    not: /^src\/announcements\//,
    pattern: /<dialog\b/,
    instead: 'open it with Modal of src/spoken: the page below a dialog is not heard, so it needs a voice of its own',
  },
  {
    in: /^(custom\/)?(src|field-types)\//,
    pattern: /<Suspense(\s+fallback=\{null\})?\s*>/,
    instead:
      'load an overlay with later of src/console/lazy-overlay.tsx, which keeps keys from the page until it is there; else show a fallback',
  },
  {
    in: /^server\//,
    not: sqlFolders,
    pattern: /['"`]\s*(select\s.+\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\()/i,
    instead:
      'SQL lives in the folders of server/engine but http and routes, and in the stories of server/university: call a function from there',
  },
  {
    in: /^(server\/university|custom\/server)\//,
    pattern: /\.query[<(]/,
    instead: 'write the statement with sql of server/engine/sql/typed.ts: its names and the types of its rows come from the declarations',
  },
  {
    in: /^(server|custom)\//,
    not: /^server\/engine\/(session\/stored-files|backup\/write|ports\/file-store-marker|services\/prepare-files)\.ts$/,
    pattern: /\bfiles\.read\(|\bwholeFile\(/,
    instead: 'read a file with readStored of server/engine/session/stored-files.ts: it alone decides whether anybody may see it',
  },
  {
    in: genericCode,
    pattern: new RegExp(`(===|!==|case)\\s*${resourceNamePattern}|${resourceNamePattern}\\s*(===|!==)`),
    instead: 'generic code treats all resources alike: give the declaration a property, or make a field kind or a screen',
  },
  {
    in: /^server\/engine\//,
    pattern: new RegExp(`\\b(${packTables.join('|')})\\b`),
    instead: 'a pack names its tables: what the engine has to know of them is handed in by Pack of server/engine/pack.ts',
  },
  {
    in: /^(src|providers|server)\//,
    pattern: /['"`]\/(admin|secretary|student|professor)\//,
    instead: 'browser paths come from model/paths.ts',
  },
]

let read = 0
const problems = []
for (const path of ['model', 'field-types', 'resources', 'providers', 'server', 'demo', 'src'].flatMap((folder) =>
  listFiles(folder, base),
)) {
  if (!code.test(path)) continue
  read++
  const rules = doors.filter((door) => door.in.test(path) && !door.not?.test(path))
  // The product name is the same in every language.
  const lines = withoutComments(readFileSync(join(base, path), 'utf8'))
    .replaceAll('>Matricola<', '><')
    .split('\n')
  for (const [index, line] of lines.entries())
    for (const { pattern, instead } of rules) if (pattern.test(line)) problems.push(`${path}:${index + 1}: ${instead}\n    ${line.trim()}`)
}

for (const problem of problems) console.error(problem)
console.log(`${read} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 || read === 0 ? 1 : 0

/** Blanks out comments and keeps line numbers. Good enough for these rules: a `//` inside a string does not hide its line. */
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, '')).replace(/^\s*\/\/.*$/gm, '')
}
