// Checks that the committed migrations match the declarations: a new comparison must find no changes.

import { findChanges, loadPacks } from '../migrations.mjs'
import { listFiles } from '../project-files.mjs'

let count = 0
for (const pack of await loadPacks()) {
  const found = await findChanges(pack)
  count += listFiles(pack.folder).filter((path) => path.endsWith('.sql')).length
  if (found === null) continue
  for (const problem of found.problems) console.error(problem)
  console.error(found.sql ?? '')
  console.error(
    `The tables of the pack ${pack.name} have changed since its last migration. Run \`npm run db:generate\`, read the SQL and commit it.`,
  )
  process.exitCode = 1
}
console.log(`${count} migrations`)
