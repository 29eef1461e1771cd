// Checks that docs/openapi.json (or custom/openapi.json, if a university has added routes) matches
// the routes of the program. Needs a build.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../project-files.mjs'

const folder = mkdtempSync(join(tmpdir(), 'matricola-openapi-'))
const written = join(folder, 'openapi.json')
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [join(root, 'dist/server/commands.js'), 'openapi', written],
  {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: folder },
  },
)
const document = existsSync(join(root, 'custom/openapi.json'))
  ? 'custom/openapi.json'
  : 'docs/openapi.json'
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const isSame = status === 0 && read(written) !== '' && read(written) === read(join(root, document))

if (status !== 0) console.error(`${stdout}${stderr}`)
else if (!isSame)
  console.error(
    `The routes have changed since ${document} was written. Run \`npm run openapi\`, read the diff and commit it.`,
  )
rmSync(folder, { recursive: true, force: true })
process.exitCode = isSame ? 0 : 1
