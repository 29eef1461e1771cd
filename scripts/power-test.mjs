// `npm run test:power [-- --cycles 40]`: repeatedly simulates a power failure during writes. The
// server is killed, and its disk loses all data that was not synced. Compares the data after each
// restart with the acknowledged writes. Then does the same with a disk that ignores syncs, to
// verify that the comparison detects losses. Requires root on Linux. Prints the figures as JSON and
// exits with 1 if anything was lost, or if the losses of the second disk were not detected.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findMissingRequirement, PowerCutDisk } from './crash/disk.mjs'
import { runRounds } from './crash/rounds.mjs'
import { ServerUnderTest } from './crash/server-under-test.mjs'
import { root } from './project-files.mjs'
import { buildWhenStale } from './stale-build.mjs'

const { values } = parseArgs({
  options: { cycles: { type: 'string', default: '40' }, port: { type: 'string', default: '4123' } },
})
/** Number of cycles within which a disk that ignores syncs must be detected. */
const cyclesWithoutSync = 5

const missing = findMissingRequirement()
if (missing !== null) {
  console.error(`Cannot simulate a power failure on this machine: ${missing}.`)
  process.exit(1)
}
buildWhenStale()
const folder = mkdtempSync(join(tmpdir(), 'matricola-power-'))
const disk = new PowerCutDisk(folder)
try {
  const site = new ServerUnderTest({ dataDir: join(disk.root, 'data'), port: Number(values.port) })
  const { isSound, ...figures } = await rounds(site, Number(values.cycles))
  console.log(JSON.stringify(figures, null, 2))
  site.env = { NODE_OPTIONS: `--require=${join(root, 'scripts/crash/no-sync.cjs')}` }
  const withoutSync = isSound ? await rounds(site, cyclesWithoutSync) : null
  if (withoutSync) console.log(JSON.stringify({ withoutSync }, null, 2))
  if (withoutSync?.isSound)
    console.error(
      'No data was lost on a disk that does not sync, so this machine cannot detect lost writes.',
    )
  process.exitCode = isSound && !withoutSync.isSound ? 0 : 1
} finally {
  disk.unmount()
  rmSync(folder, { recursive: true, force: true })
}

function rounds(site, cycles) {
  const restore = () => {
    disk.unmount()
    disk.mount()
  }
  return runRounds({
    site,
    cycles,
    async crash() {
      const ended = site.kill()
      disk.cutPower()
      await ended
      restore()
    },
    async settle() {
      disk.cutPower()
      restore()
    },
  })
}
