// `node bench/sheet.mjs --rows 150 --rounds 5`: a sheet of marks saved, published, and one mark of it saved alone, beside one
// plain statement that stores the same marks with their history. Prints medians and ratios.
import { besidePlain } from './beside-plain.mjs'
import { median, rounded } from './measure.mjs'

await besidePlain({
  program: 'bench/sheet',
  figures(rounds) {
    const of = (name) => Math.round(median(rounds.map((round) => round[name])))
    const ratios = rounds.map((round) => rounded(round.plainMs / round.saveMs))
    return { plainMs: of('plainMs'), saveMs: of('saveMs'), publishMs: of('publishMs'), oneMs: of('oneMs'), ratio: median(ratios), ratios }
  },
})
