// `npm test`: everything that a change can break in daily work, one line per step. `npm run check`
// (`test.mjs check`): the checks and the tests that need neither PostgreSQL nor a DOM. `npm run
// test:long` (`test.mjs long`): tests that kill processes, damage disks, restore and upgrade
// archives, or copy and compile the project.
import { requireMovedFolder } from './moved-folder.mjs'
import { requireNode } from './node-version.mjs'

requireNode()
requireMovedFolder()
const { installWhenStale } = await import('./install-packages.mjs')
installWhenStale()
const { runSteps } = await import('./steps.mjs')
process.exitCode = await runSteps(process.argv[2] ?? 'all')
