// `node bench/import.mjs`: reads, checks and imports a file of many students, and compares this
// with a plain statement that inserts the same rows and history. Prints medians and ratios.
// Options: `--rows 10000 --rounds 3`.
import { compareWithSql } from './compare-with-sql.mjs'
import { median, rounded } from './measure.mjs'

await compareWithSql({
  program: 'bench/import',
  workers: { READ_WORKER: 'packages/server/exchange/files/read-worker' },
  figures(rounds) {
    const of = (name) => Math.round(median(rounds.map((round) => round[name])))
    const ratios = rounds.map((round) => rounded(round.plainMs / (round.checkMs + round.runMs)))
    return {
      plainMs: of('plainMs'),
      readMs: of('readMs'),
      checkMs: of('checkMs'),
      runMs: of('runMs'),
      ratio: median(ratios),
      ratios,
      memoryMb: of('memoryMb'),
    }
  },
})
