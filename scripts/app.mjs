// `node scripts/app.mjs <folder> <command> [arguments]`: runs a command for the application in a
// folder, such as `examples/library`. Without this program, the scripts work for the application at
// the top level.
import { resolve } from 'node:path'

const scripts = {
  start: 'start.mjs',
  dev: 'dev.mjs',
  build: 'build.mjs',
  'db:generate': 'generate-migrations.mjs',
  check: 'checks/migrations.mjs',
  // An administrative command of the server, such as `run backup`.
  run: 'run.mjs',
}

const [folder, command, ...args] = process.argv.slice(2)
const script = scripts[command]
if (folder === undefined || script === undefined) {
  console.error(`Usage: node scripts/app.mjs <folder> ${Object.keys(scripts).join('|')}`)
  process.exit(1)
}
// Read in `project-files.mjs`, also by the programs that the scripts start.
process.env.APP_FOLDER = resolve(folder)
process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
await import(`./${script}`)
