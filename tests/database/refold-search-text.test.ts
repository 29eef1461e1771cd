/**
 * Tests that startup refolds sort keys and search texts that an older program wrote with other
 * folding rules.
 */
import { randomUUID } from 'node:crypto'
import { fold, letterSpellings, sortKey, toCapitals } from '@matricola/schema/values/folding.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { reindexSearch } from '@matricola/server/records/writing/reindex-search.ts'
import { foldedFieldNames } from '@matricola/server/sql/storage.ts'
import { foldedSql } from '@matricola/server/sql/value-sql.ts'
import { silentLog } from '@matricola/testing/databases.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getResource, registry } from '#resources/index.ts'
import { engines } from '#tests/support/databases.ts'

describe.each(engines)('texts whose folding has changed, on $engine', ({ open }) => {
  let database: Database
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  /** A department as stored by a program that folded only ß, ł, đ and ø. */
  async function insertDepartment(
    name: string,
    { key, office = null, search }: { key: string; office?: string | null; search: string },
  ) {
    const [row] = await database.query<{ id: string }>(
      `insert into departments (id, name, name_key, office, search_text, version) values ($1, $2, $3, $4, $5, 3) returning id`,
      [randomUUID(), name, key, office, search],
    )
    return String(row?.id)
  }
  const getStoredTexts = async (id: string) =>
    (
      await database.query<{ key: string; search: string; version: number }>(
        'select name_key as key, search_text as search, version from departments where id = $1',
        [id],
      )
    )[0]
  const rewritten = (calls: readonly (readonly unknown[])[]) =>
    calls.filter(([text]) => String(text).startsWith('update departments')).length

  test('are found and sorted like those of new records, and the records are otherwise unchanged', async () => {
    const wine = await insertDepartment('Œnologie', { key: 'œnologie', search: 'œnologie' })
    const room = await insertDepartment('Istorie', {
      key: 'istorie',
      office: 'Ǽgir Þór',
      search: 'istorie\næ\u0301gir þor',
    })
    const plain = await insertDepartment('Științe', { key: 's{tiint{e', search: 'stiinte' })
    await reindexSearch(database, registry, silentLog)
    expect(await getStoredTexts(wine)).toEqual({
      key: sortKey('Œnologie'),
      search: 'oenologie',
      version: 3,
    })
    expect(await getStoredTexts(room)).toEqual({
      key: 'istorie',
      search: 'istorie\naegir thor',
      version: 3,
    })
    expect(await getStoredTexts(plain)).toEqual({ key: 's{tiint{e', search: 'stiinte', version: 3 })
  })

  test('with apostrophes, hyphens and ligatures are found by their plain forms', async () => {
    const curly = await insertDepartment('Catedra O’Brien', {
      key: 'catedra o’brien',
      search: 'catedra o’brien',
    })
    const ligature = await insertDepartment('Go\ufb01nescu', {
      key: 'go\ufb01nescu',
      search: 'go\ufb01nescu',
    })
    const hard = await insertDepartment('Ion\u2011Popa', {
      key: 'ion\u2011popa',
      office: 'x`y',
      search: 'ion\u2011popa\nx`y',
    })
    await reindexSearch(database, registry, silentLog)
    expect(await getStoredTexts(curly)).toEqual({
      key: "catedra o'brien",
      search: "catedra o'brien",
      version: 3,
    })
    expect(await getStoredTexts(ligature)).toEqual({
      key: 'gofinescu',
      search: 'gofinescu',
      version: 3,
    })
    expect(await getStoredTexts(hard)).toEqual({
      key: 'ion-popa',
      search: "ion-popa\nx'y",
      version: 3,
    })
  })

  test('are folded again if an earlier version stored another folding', async () => {
    const id = await insertDepartment('Go\ufb01nescu', {
      key: 'go\ufb01nescu',
      search: 'go\ufb01nescu',
    })
    await reindexSearch(database, registry, silentLog)
    await database.query(
      `update departments set name_key = 'go\ufb01nescu', search_text = 'go\ufb01nescu' where id = $1`,
      [id],
    )
    await database.query(`update meta set value = $1 where key = 'folded:departments'`, [
      JSON.stringify([
        foldedFieldNames(getResource('departments')),
        getResource('departments').list.search,
      ]),
    ])
    await reindexSearch(database, registry, silentLog)
    expect(await getStoredTexts(id)).toMatchObject({ key: 'gofinescu', search: 'gofinescu' })
  })

  test('are folded again once, and later starts touch no record', async () => {
    const ids = [await insertDepartment('Œnologie', { key: 'œnologie', search: 'œnologie' })]
    const first = vi.spyOn(database, 'query')
    await reindexSearch(database, registry, silentLog)
    expect(rewritten(first.mock.calls)).toBe(1)
    first.mockClear()
    await reindexSearch(database, registry, silentLog)
    expect(first.mock.calls).toHaveLength(1)
    expect(await getStoredTexts(ids[0] ?? '')).toMatchObject({ key: 'oenologie' })
  })

  test('are all folded by the next start after an interrupted one', async () => {
    const ids = [
      await insertDepartment('Œnologie', { key: 'œnologie', search: 'œnologie' }),
      await insertDepartment('Þingvellir', { key: 'þingvellir', search: 'þingvellir' }),
    ]
    let updates = 0
    const cut: Database = {
      ...database,
      query: (text, values) => {
        if (text.startsWith('update departments') && ++updates === 2) throw new Error('cut off')
        return database.query(text, values)
      },
    }
    await expect(reindexSearch(cut, registry, silentLog)).rejects.toThrow('cut off')
    await reindexSearch(database, registry, silentLog)
    expect(await Promise.all(ids.map(getStoredTexts))).toMatchObject([
      { key: 'oenologie' },
      { key: 'thingvellir' },
    ])
  })

  test('keep their key if the new one is taken by another record, and the log names the record', async () => {
    await insertDepartment('Oenologie', { key: 'oenologie', search: 'oenologie' })
    const second = await insertDepartment('Œnologie', { key: 'œnologie', search: 'œnologie' })
    const log = { warn: vi.fn() }
    await reindexSearch(database, registry, Object.assign(Object.create(silentLog), log))
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { resource: 'departments', id: second },
      expect.stringContaining('another'),
    )
    expect(await getStoredTexts(second)).toEqual({
      key: 'œnologie',
      search: 'oenologie',
      version: 3,
    })
  })

  test('are folded identically in SQL and in the program', async () => {
    const texts = Object.keys(letterSpellings).flatMap((letter) =>
      [...(letter + toCapitals(letter))].map((size) => `A${size}a ${size}`),
    )
    const others = [
      'Ștefan',
      'İzmir',
      'Ǿ',
      'Go\ufb01nescu',
      'Ａna',
      'm²',
      'a\u200bb\u00adc\u2060d',
      'a\u{e0041}b',
      'Ion\u2011Popa',
      'D´A',
      'x`y',
    ]
    const all = [...texts, ...others]
    const sql = foldedSql(getResource('departments'), 'description', 'r')
    const rows = await database.query<{ folded: string }>(
      `select ${sql} as folded from unnest($1::text[]) with ordinality as r (description, place) order by place`,
      [all],
    )
    expect(rows.map(({ folded }) => folded)).toEqual(all.map(fold))
  })
})
