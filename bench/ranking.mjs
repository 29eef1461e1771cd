// `node bench/ranking.mjs --people 100000 --programmes 500 --choices 6`: a draft of results on PostgreSQL: reading, ranking,
// placing, checking and storing, what others wait meanwhile, and opening and releasing it. Prints JSON.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { root } from '../scripts/folders.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import { bundle } from './bundle.mjs'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    programmes: { type: 'string', default: '500' },
    choices: { type: 'string', default: '6' },
  },
})
const file = bundle('bench/ranking')
const postgres = await startPostgres()
if (!postgres.url) throw new Error(postgres.missing)
const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
  env: {
    ...process.env,
    ...{ DATABASE_URL: postgres.url, PROGRAM_ROOT: root },
    ...{ PEOPLE: values.people, PROGRAMMES: values.programmes, CHOICES: values.choices },
  },
  encoding: 'utf8',
})
postgres.stop()
if (status !== 0) throw new Error(`measuring failed: ${stderr}`)
console.log(JSON.stringify(JSON.parse(stdout), null, 2))
