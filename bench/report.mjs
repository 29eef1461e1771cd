/**
 * Reports a run of `npm run bench`: the table for docs/performance.md, and the operations that
 * exceed their budget.
 */
import { rounded } from './measure.mjs'

/** A cost may exceed its budget by this share, and memory by this many MB. */
const tolerance = 0.2
const memoryToleranceMb = 30

/**
 * Returns one line for each operation that exceeds its budget. The cost is the CPU time per call
 * relative to the bare server in the same run. `budget` may lack operations.
 */
export function findOverBudget(results, budget) {
  const lines = []
  for (const [engine, operations] of Object.entries(budget))
    for (const [name, { cost, memoryMb }] of Object.entries(operations)) {
      const now = results[engine]?.[name]
      if (!now) continue
      if (cost !== undefined && now.cost > cost * (1 + tolerance))
        lines.push(
          `${engine}, ${name}: uses ${now.cost} times the CPU time of the bare server, ${percent(now.cost / cost)} above its budget of ${cost}`,
        )
      if (memoryMb !== undefined && now.memoryMb > memoryMb + memoryToleranceMb)
        lines.push(
          `${engine}, ${name}: uses ${now.memoryMb} MB of memory, above its budget of ${memoryMb}`,
        )
    }
  return lines
}

/**
 * Returns the budget set by a run: memory, and the CPU cost per call, which other programs affect
 * least. Durations are not included.
 */
export const budgetOf = (results) =>
  Object.fromEntries(
    Object.entries(results).map(([engine, operations]) => [
      engine,
      Object.fromEntries(
        Object.entries(operations).flatMap(([name, { cost, cpuMs, memoryMb }]) => {
          const budget = { ...(cpuMs && { cost }), ...(memoryMb !== undefined && { memoryMb }) }
          return Object.keys(budget).length === 0 ? [] : [[name, budget]]
        }),
      ),
    ]),
  )

const percent = (factor) => `${Math.round((factor - 1) * 100)} %`
const format = (value) => (value === undefined ? '' : String(value))
const formatSpread = (spread) => (spread ? ` (${spread[0]}–${spread[1]})` : '')
const engineNames = { postgres: 'PostgreSQL', embedded: 'Embedded' }

/** Returns the tables of a run as Markdown, one per engine. */
export function benchTable({ results, about }) {
  const parts = Object.entries(results).map(([engine, operations]) => {
    const rows = Object.entries(operations).map(([name, now]) => {
      const { perSecond, ratio, spread, cpuMs, cost, memoryMb, said: summary } = now
      if (summary) return `| ${name} | ${summary} | | | | ${format(memoryMb)} |`
      const speed = perSecond ? `${perSecond.ours} / ${perSecond.bare}` : ''
      return `| ${name} | ${speed} | ${ratio}${formatSpread(spread)} | ${cpuMs ? `${cpuMs.ours} / ${cpuMs.bare}` : ''} | ${format(cost)} | ${format(memoryMb)} |`
    })
    return [
      `**${engineNames[engine] ?? engine}**`,
      '',
      '| operation | requests per second: ours / bare server | ratio (spread) | CPU time per call, ms: ours / bare server | cost | peak memory, MB |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n')
  })
  return [about, ...parts].join('\n\n')
}

const [begin, end] = [
  '<!-- Start of the table written by `npm run bench`. -->',
  '<!-- End of the table. -->',
]

/** Returns the page with its table replaced. Throws if the page has no markers for the table. */
export function withTable(page, table) {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/performance.md has no markers for the table')
  return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`
}

/** Returns a sentence that describes the run. */
export const describeRun = ({ students, rounds, ms, load }) =>
  `${students.toLocaleString('en')} students, ${rounds} rounds of ${rounded(ms / 1000)} s, 8 connections; load ${load.before} before and ${load.after} after.`
