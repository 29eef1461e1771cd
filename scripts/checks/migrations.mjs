// The committed migrations say what the declarations say: generating again, into a copy, must find nothing to do.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, root } from '../folders.mjs'

const committed = 'server/database/migrations'
// Inside the project: the generator takes a relative folder only.
const copy = 'dist/.migrations'

rmSync(join(root, copy), { recursive: true, force: true })
cpSync(join(root, committed), join(root, copy), { recursive: true })
const args = ['generate', '--dialect', 'postgresql', '--schema', './server/database/schema.ts', '--out', `./${copy}`]
const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/drizzle-kit/bin.cjs'), ...args], {
  cwd: root,
  encoding: 'utf8',
})
const before = filesBelow(committed)
const after = filesBelow(copy)
const grown = after.filter((path) => !before.includes(path.replace(copy, committed)))
const isSame = grown.length === 0 && /No schema changes/.test(stdout)

if (status !== 0) console.error(`${stdout}${stderr}`)
else if (!isSame) {
  console.error('The declarations have changed since the last migration: run `npm run db:generate`, read the SQL, commit it.')
  for (const path of grown.filter((path) => path.endsWith('.sql'))) console.error(readFileSync(join(root, path), 'utf8'))
}
rmSync(join(root, copy), { recursive: true, force: true })
console.log(`${before.filter((path) => path.endsWith('.sql')).length} migrations`)
process.exitCode = status === 0 && isSame ? 0 : 1
