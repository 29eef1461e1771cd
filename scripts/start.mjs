// `npm start`: installs packages and builds if necessary, then runs the program in this process. Requires only Node.
import { requireMovedFolder } from './moved-folder.mjs'
import { requireNode } from './node-version.mjs'

requireNode()
requireMovedFolder()
const { installWhenStale } = await import('./install-packages.mjs')
const { buildWhenStale } = await import('./stale-build.mjs')

installWhenStale()
buildWhenStale()
await import('../dist/server/main.js')
