// `node bench/bulk.mjs`: compares a bulk edit of many students with a plain statement that changes
// the same rows and writes the same history. Prints medians and ratios. Options: `--rows 10000
// --rounds 3`.
import { compareWithSql } from './compare-with-sql.mjs'
import { median, rounded } from './measure.mjs'

await compareWithSql({
  program: 'bench/bulk',
  figures(rounds) {
    const of = (name) => Math.round(median(rounds.map((round) => round[name])))
    const ratio = (name) => rounded(median(rounds.map((round) => round.plainMs / round[name])))
    return {
      plainMs: of('plainMs'),
      selectMs: of('selectMs'),
      checkMs: of('checkMs'),
      runMs: of('runMs'),
      checkRatio: ratio('checkMs'),
      runRatio: ratio('runMs'),
      memoryMb: of('memoryMb'),
      runRatios: rounds.map((round) => rounded(round.plainMs / round.runMs)),
    }
  },
})
