// `npm run test:kill [-- --cycles 50]`: kills the real server in the middle of its writes, again and again, and compares
// what it has after each start with what it had acknowledged. Prints the figures as JSON; ends with 1 when anything was lost.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenStale } from './build-when-stale.mjs'
import { runRounds } from './crash/rounds.mjs'
import { Site } from './crash/site.mjs'

const { values } = parseArgs({ options: { cycles: { type: 'string', default: '50' }, port: { type: 'string', default: '4119' } } })
buildWhenStale()

const dataDir = mkdtempSync(join(tmpdir(), 'matricola-kill-'))
const site = new Site({ dataDir, port: Number(values.port) })
const { isSound, ...figures } = await runRounds({ site, cycles: Number(values.cycles), crash: () => site.kill() })
rmSync(dataDir, { recursive: true, force: true })
console.log(JSON.stringify(figures, null, 2))
process.exitCode = isSound ? 0 : 1
