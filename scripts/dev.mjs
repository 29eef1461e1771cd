// `npm run dev`: starts Vite's development server for the browser code, and rebuilds and restarts
// the server on every change.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { requireMovedFolder } from './moved-folder.mjs'
import { requireNode } from './node-version.mjs'

requireNode()
requireMovedFolder()
const { installWhenStale } = await import('./install-packages.mjs')
const { appRoot, root } = await import('./project-files.mjs')
installWhenStale()
const { createServer } = await import('vite')
const { viteOptions } = await import('./vite-options.mjs')

let program
const start = () => {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), 'server'], {
    cwd: root,
    stdio: 'inherit',
  })
  // A failed build has printed its errors. The next change triggers another build.
  if (status === 0)
    program = spawn(process.execPath, [join(appRoot, 'dist/server/main.js')], {
      cwd: appRoot,
      stdio: 'inherit',
    })
}
const restart = () => {
  if (!program || program.exitCode !== null) return start()
  program.once('exit', start)
  program.kill('SIGTERM')
}

let waiting
const watched = ['resources', 'server', 'demo', 'custom', 'locales'].map((folder) =>
  join(appRoot, folder),
)
for (const folder of [join(root, 'packages'), ...watched.filter((path) => existsSync(path))])
  watch(folder, { recursive: true }, () => {
    clearTimeout(waiting)
    waiting = setTimeout(restart, 200)
  })

start()
const vite = await createServer({ ...viteOptions, logLevel: 'info' })
await vite.listen()
vite.printUrls()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    program?.kill(signal)
    await vite.close()
    process.exit(0)
  })
