import { describe, expect, it } from 'vitest'
import { benchTable, budgetOf, findOverBudget, withTable } from '../../bench/report.mjs'

const results = {
  postgres: {
    'one record: courses': {
      perSecond: { ours: 600, bare: 1000 },
      ratio: 0.6,
      spread: [0.5, 0.7],
      cpuMs: { ours: 1, bare: 0.6 },
      cost: 1.7,
      memoryMb: 150,
    },
    'before the deadline': { said: '40 stored, 0 lost', memoryMb: 200 },
  },
}

describe('npm run bench', () => {
  it('--compare reports costs more than a fifth above their budget, and no smaller ones', () => {
    const budget = budgetOf(results)
    expect(findOverBudget(results, budget)).toEqual([])
    const at = (cost: number) => ({
      postgres: { 'one record: courses': { ...results.postgres['one record: courses'], cost } },
    })
    expect(findOverBudget(at(2), budget)).toEqual([])
    expect(findOverBudget(at(2.1), budget)).toEqual([
      'postgres, one record: courses: uses 2.1 times the CPU time of the bare server, 24 % above its budget of 1.7',
    ])
  })

  it('--compare reports a process whose memory exceeds its budget by more than the usual variation between runs', () => {
    const withMemory = (memoryMb: number) => ({
      postgres: { 'one record: courses': { ...results.postgres['one record: courses'], memoryMb } },
    })
    expect(findOverBudget(withMemory(175), budgetOf(results))).toEqual([])
    expect(findOverBudget(withMemory(190), budgetOf(results))).toEqual([
      'postgres, one record: courses: uses 190 MB of memory, above its budget of 150',
    ])
  })

  it('stores no budget for plain times, which depend on the load of the machine', () => {
    const timed = {
      'import of 10000 rows': { ratio: 0.1, cost: 10, memoryMb: 170 },
      'start until ready': { said: '600 / 300 ms', cost: 2 },
    }
    expect(budgetOf({ postgres: timed })).toEqual({
      postgres: { 'import of 10000 rows': { memoryMb: 170 } },
    })
  })

  it('replaces the previous table in its section of the page', () => {
    const page =
      'Before.\n\n<!-- Start of the table written by `npm run bench`. -->\n\nold\n\n<!-- End of the table. -->\n\nAfter.\n'
    const written = withTable(page, benchTable({ results, about: 'Some rounds.' }))
    expect(written).toContain(
      '| one record: courses | 600 / 1000 | 0.6 (0.5–0.7) | 1 / 0.6 | 1.7 | 150 |',
    )
    expect(written).toContain('| before the deadline | 40 stored, 0 lost |')
    expect(written).not.toContain('old')
    expect(written).toMatch(/^Before\.[\s\S]*After\.\n$/)
    expect(() => withTable('no place', '')).toThrow('no markers for the table')
  })
})
