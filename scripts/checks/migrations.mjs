// The committed migrations say what the declarations say: generating again, into a copy, must find nothing to do.
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, root } from '../folders.mjs'
import { generate, packs } from '../migrations.mjs'

// Inside the project: the generator takes a relative folder only.
const copy = 'dist/.migrations'
let count = 0

for (const pack of packs) {
  rmSync(join(root, copy), { recursive: true, force: true })
  if (existsSync(join(root, pack.folder))) cpSync(join(root, pack.folder), join(root, copy), { recursive: true })
  const { written, said } = generate(pack, copy)
  rmSync(join(root, copy), { recursive: true, force: true })
  count += filesBelow(pack.folder).filter((path) => path.endsWith('.sql')).length
  if (written === null) continue
  console.error(said)
  console.error(
    `The tables of the pack ${pack.name} have changed since its last migration: run \`npm run db:generate\`, read the SQL, commit it.`,
  )
  process.exitCode = 1
}
console.log(`${count} migrations`)
