import { expect, test } from 'vitest'
import { StatementNames } from '../../database/statement-names.ts'

test('list statements with varying text do not displace prepared statements that are used repeatedly', () => {
  const names = new StatementNames()
  for (let n = 0; n < 2000; n++)
    expect(names.nameOf(`select id from students where study_year = ${n} limit 25`)).toBeUndefined()
  expect(names.nameOf('select id from students where id = $1')).toMatch(/^s[0-9a-f]{20}$/)
})

test('statements beyond a maximum number are planned each time', () => {
  const names = new StatementNames()
  const named = Array.from({ length: 2000 }, (_, n) => names.nameOf(`select ${n}`)).filter(
    (name) => name !== undefined,
  )
  expect(named).toHaveLength(300)
  expect(names.nameOf('select 7')).toBe(named[7])
})

test('row lookups and their counts are prepared, and lists, totals and facets are not', () => {
  const names = new StatementNames()
  const lookUps = [
    'SELECT name FROM students s WHERE s.id = $1 AND year = (SELECT y.id FROM years y ORDER BY y.starts_on DESC LIMIT 1)',
    'SELECT r.id, (SELECT jsonb_agg(o.id) FROM (SELECT o.id FROM registrations o WHERE o.cnp = r.cnp LIMIT 10) o) FROM registrations r WHERE r.id = $1',
    'SELECT k.id, (SELECT count(*) FROM members m WHERE m.class_id = k.id) AS "members" FROM classes k WHERE k.id = $1',
  ]
  for (const text of lookUps) expect(names.nameOf(text), text).toMatch(/^s[0-9a-f]{20}$/)
  const lists = [
    'SELECT r.id FROM students r ORDER BY r.id LIMIT $1::bigint OFFSET $2::bigint',
    'SELECT r.id FROM students r WHERE status = $1 ORDER BY r.id LIMIT 100001',
    'SELECT count(*) AS total FROM students r WHERE status = $1',
    'SELECT r.status AS "v0", count(*) AS n FROM students r WHERE TRUE GROUP BY 1',
    'SELECT id FROM students WHERE search_text LIKE $1',
  ]
  for (const text of lists) expect(names.nameOf(text), text).toBeUndefined()
})

test('an idle prepared statement is replaced by a new one, and one in use is kept', () => {
  const withdrawn: string[] = []
  const names = new StatementNames((name) => withdrawn.push(name))
  const [retained, evicted] = ['select 0', 'select 1'].map((text) => names.nameOf(text))
  for (let n = 2; n < 300; n++) names.nameOf(`select ${n}`)
  expect(names.nameOf('select 300')).toBeUndefined()
  for (let run = 0; run < 10_000; run++) names.nameOf('select 0')
  const newName = names.nameOf('select 300')
  expect(newName).toMatch(/^s[0-9a-f]{20}$/)
  expect(withdrawn).toEqual([evicted])
  expect(names.nameOf('select 0')).toBe(retained)
  // The statement displaces another one and gets back its earlier name, which connections still
  // know.
  expect(names.nameOf('select 1')).toBe(evicted)
  expect(withdrawn).toHaveLength(2)
  expect(withdrawn).not.toContain(newName)
})
