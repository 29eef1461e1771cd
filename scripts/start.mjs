// `npm start`: whatever is missing is installed and built, then the program runs in this process. Needs nothing but Node.
import { requireNode } from './node-version.mjs'

requireNode()
const { installWhenStale } = await import('./install.mjs')
const { buildWhenStale } = await import('./build-when-stale.mjs')

installWhenStale()
buildWhenStale()
await import('../dist/server/main.js')
