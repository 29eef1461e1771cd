// `node scripts/run.mjs <command>`: runs an administrative command of the server. Builds the server first if necessary.
import { requireMovedFolder } from './moved-folder.mjs'
import { requireNode } from './node-version.mjs'

requireNode()
requireMovedFolder()
const { installWhenStale } = await import('./install-packages.mjs')
const { buildWhenStale } = await import('./stale-build.mjs')

installWhenStale()
buildWhenStale()
await import('../dist/server/commands.js')
