// `node scripts/run.mjs <command>`: an administrative command of the server, built first when stale.
import { requireNode } from './node-version.mjs'

requireNode()
const { installWhenStale } = await import('./install.mjs')
const { buildWhenStale } = await import('./build-when-stale.mjs')

installWhenStale()
buildWhenStale()
await import('../dist/server/commands.js')
