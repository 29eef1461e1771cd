// `npm run db:generate [-- --name <name>]`: writes what the declarations have changed as a migration of the pack that they belong to.
import { filesBelow } from './folders.mjs'
import { generate, packs } from './migrations.mjs'

for (const pack of packs) {
  const before = filesBelow(pack.folder).length
  const { status, said } = generate(pack, pack.folder, process.argv.slice(2))
  if (status !== 0 || filesBelow(pack.folder).length > before) process.stdout.write(said)
  if (status !== 0) process.exit(1)
}
