// `node scripts/run.mjs <command>`: runs an administrative command of the server, after a build if necessary.
import { requireNode } from './node-version.mjs'

requireNode()
const { installWhenStale } = await import('./install-packages.mjs')
const { buildWhenStale } = await import('./stale-build.mjs')

installWhenStale()
buildWhenStale()
await import('../dist/server/commands.js')
