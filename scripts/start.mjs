// `npm start`: installs packages and builds if necessary, then runs the program in this process. Requires only Node.
import { requireNode } from './node-version.mjs'

requireNode()
const { installWhenStale } = await import('./install-packages.mjs')
const { buildWhenStale } = await import('./stale-build.mjs')

installWhenStale()
buildWhenStale()
await import('../dist/server/main.js')
