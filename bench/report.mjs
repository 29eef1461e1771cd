/** Report of a run of `npm run bench`: its table for docs/performance.md, and what costs more than its budget. */
import { rounded } from './measure.mjs'

/** Share by which a cost may be above its budget, and MB that a process may hold more. */
const tolerance = 0.2
const toleratedMb = 30

/**
 * Operations that cost more than the budget allows, one line each. A cost is that of ours in times of the bare server's in
 * the same run, of the processor for one call. `budget` may know fewer operations.
 */
export function overBudget(results, budget) {
  const lines = []
  for (const [engine, operations] of Object.entries(budget))
    for (const [name, { cost, memoryMb }] of Object.entries(operations)) {
      const now = results[engine]?.[name]
      if (!now) continue
      if (cost !== undefined && now.cost > cost * (1 + tolerance))
        lines.push(`${engine}, ${name}: costs ${now.cost} times the bare server, ${percent(now.cost / cost)} above its budget of ${cost}`)
      if (memoryMb !== undefined && now.memoryMb > memoryMb + toleratedMb)
        lines.push(`${engine}, ${name}: holds ${now.memoryMb} MB, its budget is ${memoryMb}`)
    }
  return lines
}

/** The budget that a run sets: the processor that a call takes, which other programs disturb least, and the memory. Times alone are none. */
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
const shown = (value) => (value === undefined ? '' : String(value))
const spreadShown = (spread) => (spread ? ` (${spread[0]}–${spread[1]})` : '')
const engineNames = { postgres: 'PostgreSQL', embedded: 'Embedded' }

/** The tables of a run, one for each engine, as Markdown. */
export function tableOf({ results, about }) {
  const parts = Object.entries(results).map(([engine, operations]) => {
    const rows = Object.entries(operations).map(([name, now]) => {
      const { perSecond, ratio, spread, cpuMs, cost, memoryMb, said } = now
      if (said) return `| ${name} | ${said} | | | | ${shown(memoryMb)} |`
      const speed = perSecond ? `${perSecond.ours} / ${perSecond.bare}` : ''
      return `| ${name} | ${speed} | ${ratio}${spreadShown(spread)} | ${cpuMs ? `${cpuMs.ours} / ${cpuMs.bare}` : ''} | ${shown(cost)} | ${shown(memoryMb)} |`
    })
    return [
      `**${engineNames[engine] ?? engine}**`,
      '',
      '| operation | ours / bare, a second | ratio (spread) | processor for one, ms: ours / bare | cost | MB at most |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n')
  })
  return [about, ...parts].join('\n\n')
}

const [begin, end] = ['<!-- The table that `npm run bench` writes. -->', '<!-- Its end. -->']

/** The page with the table in the place that it has there. Throws where the page has none. */
export function withTable(page, table) {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('the page has no place for the table')
  return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`
}

/** Sentence on how a run was made. */
export const aboutRun = ({ students, rounds, ms, load }) =>
  `${students.toLocaleString('en')} students, ${rounds} rounds of ${rounded(ms / 1000)} s, 8 connections; load ${load.before} before and ${load.after} after.`
