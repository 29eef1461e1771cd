import { expect, test, vi } from 'vitest'

test('lists of which every text is another leave the places of prepared statements to those that repeat', async () => {
  vi.resetModules()
  const { statementName } = await import('#server/engine/database/prepared.ts')
  for (let n = 0; n < 2000; n++) expect(statementName(`select id from students where study_year = ${n} limit 25`)).toBeUndefined()
  expect(statementName('select id from students where id = $1')).toMatch(/^s[0-9a-f]{20}$/)
})

test('past a number of prepared statements the others are planned each time', async () => {
  vi.resetModules()
  const { statementName } = await import('#server/engine/database/prepared.ts')
  const named = Array.from({ length: 2000 }, (_, n) => statementName(`select ${n}`)).filter((name) => name !== undefined)
  expect(named).toHaveLength(300)
  expect(statementName('select 7')).toBe(named[7])
})
