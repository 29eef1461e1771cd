// `npm run test:kill [-- --cycles 50 --rows 20000 --kills 10]`: repeatedly kills the server during
// writes and compares its data after each restart with the acknowledged writes. Then does the same
// with jobs (`kill-jobs.mjs`). Prints the figures as JSON and exits with 1 if anything was lost.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runRounds } from './crash/rounds.mjs'
import { ServerUnderTest } from './crash/server-under-test.mjs'
import { root } from './project-files.mjs'
import { buildWhenStale } from './stale-build.mjs'

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '50' },
    port: { type: 'string', default: '4119' },
    rows: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '10' },
  },
})
buildWhenStale()

const dataDir = mkdtempSync(join(tmpdir(), 'matricola-kill-'))
const site = new ServerUnderTest({ dataDir, port: Number(values.port) })
const { isSound, ...figures } = await runRounds({
  site,
  cycles: Number(values.cycles),
  crash: () => site.kill(),
})
rmSync(dataDir, { recursive: true, force: true })
console.log(JSON.stringify(figures, null, 2))
const jobs = [join(root, 'scripts/kill-jobs.mjs'), '--rows', values.rows, '--kills', values.kills]
const { status } = spawnSync(process.execPath, jobs, { stdio: 'inherit' })
process.exitCode = isSound && status === 0 ? 0 : 1
