// `node bench/grade-sheet.mjs --rows 150 --rounds 5`: measures saving a grade sheet, publishing it
// and saving a single grade, and compares saving with a plain statement that stores the same grades
// and history. Prints medians and ratios.
import { compareWithSql } from './compare-with-sql.mjs'
import { median, rounded } from './measure.mjs'

await compareWithSql({
  program: 'bench/grade-sheet',
  figures(rounds) {
    const of = (name) => Math.round(median(rounds.map((round) => round[name])))
    const ratios = rounds.map((round) => rounded(round.plainMs / round.saveMs))
    return {
      plainMs: of('plainMs'),
      saveMs: of('saveMs'),
      publishMs: of('publishMs'),
      oneMs: of('oneMs'),
      ratio: median(ratios),
      ratios,
    }
  },
})
