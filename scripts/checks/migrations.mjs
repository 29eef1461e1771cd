// The committed migrations say what the declarations say: generating again, into a copy, must find nothing to do.
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, root } from '../folders.mjs'
import { generate, packs } from '../migrations.mjs'

// Inside the project: the generator takes a relative folder only.
const copy = 'dist/.migrations'
const isSqlFile = (path) => path.endsWith('.sql')
let count = 0

for (const pack of packs) {
  rmSync(join(root, copy), { recursive: true, force: true })
  if (existsSync(join(root, pack.folder))) cpSync(join(root, pack.folder), join(root, copy), { recursive: true })
  const before = filesBelow(pack.folder).filter(isSqlFile)
  const { status, said } = generate(pack, copy)
  const grown = filesBelow(copy)
    .filter(isSqlFile)
    .filter((path) => !before.includes(path.replace(copy, pack.folder)))
  rmSync(join(root, copy), { recursive: true, force: true })
  count += before.length
  if (status === 0 && grown.length === 0 && /No schema changes/.test(said)) continue
  console.error(said)
  console.error(
    `The tables of the pack ${pack.name} have changed since its last migration: run \`npm run db:generate\`, read the SQL, commit it.`,
  )
  process.exitCode = 1
}
console.log(`${count} migrations`)
