// `npm run db:generate [-- --name <name>]`: writes what the declarations have changed as a migration of the pack that they belong to.
import { generate, packs } from './migrations.mjs'

for (const pack of packs) {
  const { written, said } = generate(pack, pack.folder, process.argv.slice(2))
  if (written !== null) process.stdout.write(said)
  if (written === undefined) process.exit(1)
}
