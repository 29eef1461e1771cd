// `npm start`: installs packages and builds if necessary, then runs the program in this process.
// Requires only Node.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireMovedFolder } from './moved-folder.mjs'
import { requireNode } from './node-version.mjs'
import { appRoot } from './project-files.mjs'

requireNode()
requireMovedFolder()
const { installWhenStale } = await import('./install-packages.mjs')
const { buildWhenStale } = await import('./stale-build.mjs')

installWhenStale()
buildWhenStale()
await import(pathToFileURL(join(appRoot, 'dist/server/main.js')).href)
