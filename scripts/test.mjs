// `npm test`: everything that must hold, one line per step. `npm run check` (`test.mjs check`): the same without what is slow.
import { requireNode } from './node-version.mjs'

requireNode()
const { installWhenStale } = await import('./install.mjs')
installWhenStale()
const { runSteps } = await import('./steps.mjs')
process.exitCode = await runSteps(process.argv[2] === 'check' ? 'check' : 'all')
