// `node bench/process-page.mjs --rows 10000 --rounds 9`: measures reading the admission process,
// compared with one filtered page of the list of applications. Prints medians and their ratio.
import { compareWithSql } from './compare-with-sql.mjs'
import { median, rounded } from './measure.mjs'

await compareWithSql({
  program: 'bench/process-page',
  figures(rounds) {
    const of = (name) => median(rounds.map((round) => round[name]))
    return {
      listMs: rounded(of('listMs')),
      processMs: rounded(of('processMs')),
      ratio: rounded(of('processMs') / of('listMs')),
    }
  },
})
