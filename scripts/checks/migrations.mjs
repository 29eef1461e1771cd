// Checks that the declarations of each application are valid, and that its committed migrations
// match them: a new comparison must find no changes.
import { relative } from 'node:path'
import { findChanges, loadPacks } from '../migrations.mjs'
import { appRoot, listFiles, root } from '../project-files.mjs'
import { exampleFolders } from '../workspaces.mjs'

const folders = process.env.APP_FOLDER ? [appRoot] : [root, ...exampleFolders(root)]
let count = 0
for (const base of folders)
  for (const pack of await loadPacks({ base })) {
    const found = await findChanges(pack, { base })
    count += listFiles(pack.folder, base).filter((path) => path.endsWith('.sql')).length
    if (found === null) continue
    process.exitCode = 1
    const place = base === root ? '' : ` in ${relative(root, base)}`
    if (found.next === 0) {
      console.error(
        `The pack ${pack.name} has no migrations yet. Run \`npm run db:generate -- --name initial\`${place}.`,
      )
      continue
    }
    for (const problem of found.problems) console.error(problem)
    console.error(found.sql ?? '')
    console.error(
      `The tables of the pack ${pack.name} have changed since its last migration. Run \`npm run db:generate\`${place}, read the SQL and commit it.`,
    )
  }
console.log(`${count} migrations`)
