// `node bench/listed-answers.mjs --rows 100000 --rounds 5`: measures pages of a list of applications
// that are filtered or sorted by answers to listed questions, and by declared fields with the same
// values. Prints medians in milliseconds and ratios.
import { compareWithSql } from './compare-with-sql.mjs'
import { median, rounded } from './measure.mjs'

await compareWithSql({
  program: 'bench/listed-answers',
  figures: (rounds) =>
    Object.fromEntries(
      Object.keys(rounds[0]).map((name) => {
        const of = (part) => median(rounds.map((round) => round[name][part]))
        const [declared, answer] = [of('declared'), of('answer')]
        return [name, [rounded(declared), rounded(answer), rounded(answer / declared)]]
      }),
    ),
})
