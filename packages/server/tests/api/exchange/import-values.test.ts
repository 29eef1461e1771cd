import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import { libraryEngines, startLibraryImports } from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replaceCells } from '../../../exchange/import/replace-cells.ts'
import { getJobWithUndo } from '../../../jobs/wire-job.ts'

const headings = ['Denumire', 'Cod', 'Carte', 'Parte', 'Etaj', 'Exemplare', 'Legătură']
const [book, part, binding] = [2, 3, 6]

describe.each(libraryEngines)(
  'a value for which rows of an import are rejected, on $engine',
  ({ open }) => {
    let office: ImportApp
    let count = 0
    const volume = (parts: { readonly [column: number]: string } = {}) => {
      const code = `V${++count}`
      return [`Volumul ${code}`, code, '9780000000001', '1', '1', '5', ''].map(
        (cell, column) => parts[column] ?? cell,
      )
    }
    const many = (rows: number, parts: { readonly [column: number]: string }) =>
      Array.from({ length: rows }, () => volume(parts))
    const previewRows = (rows: readonly (readonly string[])[], options = {}) =>
      office.previewImport('volumes', csvOf([headings, ...rows]), {
        caller: { ...office.admin, language: 'ro' },
        ...options,
      })

    beforeAll(async () => {
      office = await startLibraryImports(open)
      await office.create('books', {
        title: 'Informatică română',
        isbn: '9780000000001',
        parts: 3,
      })
    })
    afterAll(() => office.close())

    test('is listed before the check with the other values of its column, and can be replaced in all rows in one call', async () => {
      const rows = [
        ...many(3, { [book]: 'informatica romana', [binding]: 'cartonata' }),
        ...many(2, { [book]: 'Matematici', [binding]: 'spiralat' }),
        volume({ [binding]: 'Paperback' }),
      ]
      const sent = await office.send('volumes', csvOf([headings, ...rows]), {
        caller: { ...office.admin, language: 'ro' },
      })
      const { id } = sent.data.job
      const columnValues = async () =>
        (await office.columnInterpretations(id)).data.map(
          ({ column, distinct, values }) =>
            [
              column,
              distinct,
              values.map(({ text, rows, interpretation, code, issue }) => [
                text,
                rows,
                interpretation,
                code,
                issue?.code,
              ]),
            ] as const,
        )
      expect(await columnValues()).toEqual([
        [
          book,
          3,
          [
            ['Matematici', 2, null, null, 'cell.nothingNamedLike'],
            ['informatica romana', 3, 'Informatică română', '9780000000001', undefined],
            ['9780000000001', 1, 'Informatică română', '9780000000001', undefined],
          ],
        ],
        [
          binding,
          3,
          [
            ['spiralat', 2, null, null, 'cell.notOfferedLike'],
            ['cartonata', 3, 'Cartonată', null, undefined],
            ['Paperback', 1, 'Broșată', null, undefined],
          ],
        ],
      ])
      // A recognised value can also be replaced, in case it was recognised wrongly.
      await office.replace(id, { column: binding, text: 'cartonata', replacement: 'Spirală' })
      await office.replace(id, { column: binding, text: 'spiralat', replacement: 'Spirală' })
      const { data } = await office.replace(id, {
        column: book,
        text: 'Matematici',
        replacement: '9780000000001',
      })
      expect(data.job).toMatchObject({ state: 'mapping', counts: { pending: 6 } })
      expect(
        (await columnValues()).map(([, , values]) => values.map(([text, rows]) => [text, rows])),
      ).toEqual([
        [
          ['informatica romana', 3],
          ['9780000000001', 3],
        ],
        [
          ['Spirală', 5],
          ['Paperback', 1],
        ],
      ])
      await office.change(id, { check: true })
      await office.run()
      expect(await office.job(id)).toMatchObject({ state: 'ready', counts: { ready: 6 } })
      expect((await office.columnInterpretations(id)).data).toEqual([])
      // The next file suggests the replacement that was made in this one.
      const next = await office.send('volumes', csvOf([headings, volume({ [book]: 'Matematici' })]))
      const [secondColumn] = (await office.columnInterpretations(next.data.job.id)).data
      expect(secondColumn?.values).toMatchObject([
        { text: 'Matematici', earlierReplacement: '9780000000001' },
      ])
      expect(
        (await office.columnInterpretations(next.data.job.id, office.staff)).failure.code,
      ).toBe('job.missing')
    })

    test('is listed once, with its number of rows and a likely suggestion, and the most frequent value is first', async () => {
      const rows = [
        ...many(3, { [book]: 'Matematici' }),
        ...many(2, { [binding]: 'cartonat' }),
        volume({ [binding]: 'spiralat', [part]: 'unu' }),
        volume({ [book]: ' Matematici  ', [binding]: 'Felurit' }),
        volume(),
      ]
      const job = await previewRows(rows)
      const { status, data } = await office.wrongValues(job.id)
      expect(status).toBe(200)
      // A value that occurs in only one row has to be corrected in that row, unless there is a
      // suggestion.
      expect(
        data.map(({ column, text, rows, issue }) => [
          column,
          text,
          rows,
          issue.code,
          issue.params?.suggestion,
        ]),
      ).toEqual([
        [book, 'Matematici', 4, 'cell.nothingNamedLike', undefined],
        [binding, 'cartonat', 2, 'cell.notOfferedLike', 'Cartonată'],
        [binding, 'spiralat', 1, 'cell.notOfferedLike', 'Spirală'],
      ])
    })

    test('is replaced in all rows by one call, which checks these rows immediately and changes no others', async () => {
      const job = await previewRows([
        ...many(48, { [book]: 'Matematici' }),
        ...many(2, { [book]: 'Fizica' }),
        volume(),
      ])
      expect(job.counts).toEqual({ invalid: 50, ready: 1 })
      const answer = await office.replace(job.id, {
        column: book,
        text: 'Matematici',
        replacement: 'Informatica romana',
      })
      expect(answer.data.job).toMatchObject({
        state: 'ready',
        counts: { invalid: 2, ready: 49 },
        created: 49,
        done: 51,
      })
      const cells = (await office.items(job.id)).map((item) => item.cells?.[book])
      expect(cells).toEqual([
        ...Array(48).fill('Informatica romana'),
        'Fizica',
        'Fizica',
        '9780000000001',
      ])
      expect((await office.wrongValues(job.id)).data.map(({ text }) => text)).toEqual(['Fizica'])
      // Repeating the replacement changes nothing.
      const repeated = await office.replace(job.id, {
        column: book,
        text: 'Matematici',
        replacement: '9780000000001',
      })
      expect(repeated.data.job.counts).toEqual({ invalid: 2, ready: 49 })
    })

    test('is stored with its replacement, which is suggested in later files as long as it remains valid', async () => {
      const first = await previewRows(many(2, { [book]: 'Info RO', [binding]: 'cart-xyzt' }))
      await office.replace(first.id, {
        column: book,
        text: 'Info RO',
        replacement: '9780000000001',
      })
      await office.replace(first.id, {
        column: binding,
        text: 'cart-xyzt',
        replacement: 'Cartonată',
      })
      const next = await previewRows([volume({ [book]: 'INFO  ro', [binding]: 'Cart-xyzt' })], {
        caller: { ...office.admin, language: 'en' },
      })
      expect(next.counts).toEqual({ invalid: 1 })
      const readRemembered = async (id: string) =>
        (await office.wrongValues(id, { ...office.admin, language: 'en' })).data.map(
          ({ text, earlierReplacement }) => [text, earlierReplacement],
        )
      expect(await readRemembered(next.id)).toEqual([
        ['INFO ro', '9780000000001'],
        ['Cart-xyzt', 'Hardcover'],
      ])
      // An invalid replacement is not stored. A replacement is not suggested if its target no
      // longer exists.
      await office.replace(next.id, { column: binding, text: 'Cart-xyzt', replacement: 'Never' })
      await office.context.database.query(
        "update import_synonym set replacement = 'GONE' where field = 'bookId'",
      )
      const last = await previewRows(many(2, { [book]: 'Info RO', [binding]: 'cart-xyzt' }))
      expect(
        (await office.wrongValues(last.id)).data.map(({ text, earlierReplacement }) => [
          text,
          earlierReplacement,
        ]),
      ).toEqual([
        ['Info RO', null],
        ['cart-xyzt', 'Cartonată'],
      ])
    })

    test('is recognised again whatever its case, diacritics, punctuation and spacing, even if an earlier version stored it', async () => {
      const first = await previewRows(many(2, { [book]: 'Știință și tehnică – O’Neill' }))
      await office.replace(first.id, {
        column: book,
        text: 'Știință și tehnică – O’Neill',
        replacement: '9780000000001',
      })
      const spellings = [
        'ŞTIINŢĂ ŞI TEHNICĂ – O’NEILL',
        "ştiinţă şi tehnică - O'Neill",
        'S\u0326tiint\u0326a\u0306 s\u0326i tehnica\u0306 – O`Neill',
        'Știință\u00a0și\u00a0tehnică \u2011 O\u2019Neill',
        '\u200eȘtiință  și  tehnică – O´Neill\u200b',
        "stiinta si tehnica - o'neill",
      ]
      const readRemembered = async () => {
        const job = await previewRows(spellings.map((text) => volume({ [book]: text })))
        return (await office.wrongValues(job.id)).data
          .filter(({ column }) => column === book)
          .map(({ earlierReplacement }) => earlierReplacement)
      }
      expect(await readRemembered()).toEqual((await readRemembered()).map(() => '9780000000001'))
      expect((await readRemembered()).length).toBeGreaterThan(2)
      // Older versions folded apostrophes and hyphens differently.
      const { query } = office.context.database
      await query(
        "update import_synonym set word = 'știință și tehnică – o’neill' where word like 'stiinta%'",
      )
      expect(new Set(await readRemembered())).toEqual(new Set(['9780000000001']))
      // If two synonyms fold to the same word, the more recent one wins.
      await query(
        `insert into import_synonym (resource, field, word, replacement, used_at)
       select resource, field, 'ştiinţă şi tehnică – o’neill', 'GONE', used_at - interval '1 day' from import_synonym where word like 'știință%'`,
      )
      expect(new Set(await readRemembered())).toEqual(new Set(['9780000000001']))
    })

    test('is recognised whatever the case, diacritics and spacing of the column heading', async () => {
      const written = [
        'DENUMIRE',
        'cod\u00a0',
        'Carte',
        'PARTE\u200b',
        'Etaj',
        'EXEMPLARE',
        'Legătură',
      ]
      const cedillas = [
        'Denumire',
        'Cod',
        'CARTE',
        'Parte',
        'ETAJ',
        'Exem\u00adplare',
        '\u200fLEGĂTURĂ',
      ]
      for (const row of [written, cedillas]) {
        const { data } = await office.send('volumes', csvOf([row, volume()]), {
          caller: { ...office.admin, language: 'ro' },
        })
        expect(data.mapping).toEqual([
          'name',
          'code',
          'bookId',
          'part',
          'floor',
          'copies',
          'binding',
        ])
      }
      const headings = [
        'Titlu',
        'Autor',
        'Număr de pagini',
        'Preţ',
        'Data apariţiei',
        'Ediţie',
        'Raft',
      ]
      const sent = async (row: readonly string[]) =>
        (
          await office.send('books', csvOf([row, row.map(() => 'x')]), {
            caller: { ...office.admin, language: 'ro' },
          })
        ).data.mapping
      const comma = await sent(headings.map((one) => one.replaceAll('ţ', 'ț').toUpperCase()))
      expect(comma.filter((name) => name !== null).length).toBeGreaterThan(4)
      expect(await sent(headings)).toEqual(comma)
      expect(
        await sent(headings.map((one) => one.normalize('NFD').replaceAll(' ', '\u00a0'))),
      ).toEqual(comma)
    })

    test('is replaced only in its column, and the new value is checked like any other cell', async () => {
      const job = await previewRows(many(2, { [binding]: '9', [part]: '9' }))
      const { data } = await office.replace(job.id, { column: part, text: '9', replacement: '8' })
      expect(data.job.counts).toEqual({ invalid: 2 })
      expect(
        (await office.items(job.id)).map(({ cells, issues }) => [
          cells?.[part],
          cells?.[binding],
          Object.keys(issues).sort(),
        ]),
      ).toEqual([
        ['8', '9', ['binding', 'part']],
        ['8', '9', ['binding', 'part']],
      ])
      await office.replace(job.id, { column: part, text: '8', replacement: '2' })
      await office.replace(job.id, { column: binding, text: '9', replacement: 'Cartonată' })
      expect(await office.job(job.id)).toMatchObject({ counts: { ready: 2 } })
    })

    test('in more rows than a call can handle is replaced by the job runner', async () => {
      const job = await previewRows(many(230, { [binding]: 'cartonat' }))
      const { data } = await office.replace(job.id, {
        column: binding,
        text: 'cartonat',
        replacement: 'Cartonată',
      })
      expect(data.job).toMatchObject({ state: 'checking', counts: { pending: 230 } })
      await office.run()
      expect(await office.job(job.id)).toMatchObject({
        state: 'ready',
        counts: { ready: 230 },
        created: 230,
      })
    })

    test('that is only invalid in combination, such as a code that occurs in two rows, is not offered for replacement', async () => {
      const job = await previewRows([
        volume({ 1: 'TWICE' }),
        volume({ 1: 'TWICE' }),
        volume({ 1: 'TWICE' }),
      ])
      expect(job.counts).toEqual({ ready: 1, invalid: 2 })
      expect((await office.wrongValues(job.id)).data).toEqual([])
      // Replacing these values anyway makes the rows duplicates of each other.
      await office.replace(job.id, { column: 1, text: 'TWICE', replacement: 'OTHER' })
      expect(
        (await office.items(job.id)).map(({ outcome, issues }) => [
          outcome,
          issues.code?.[0]?.params,
        ]),
      ).toEqual([
        ['ready', undefined],
        ['ready', undefined],
        ['invalid', { row: 3 }],
      ])
    })

    test('can be replaced only by the user who sent the file, with current permissions, and before the import runs', async () => {
      const caller = office.staff
      const job = await previewRows(many(2, { [binding]: 'cartonat' }), { caller })
      const value = { column: binding, text: 'cartonat', replacement: 'Hardcover' }
      expect((await office.replace(job.id, value)).failure.code).toBe('job.missing')
      expect((await office.wrongValues(job.id)).failure.code).toBe('job.missing')
      expect(
        (await office.replace(job.id, { ...value, column: 40 }, caller)).failure.fields,
      ).toEqual({
        column: [{ code: 'choice.unknown' }],
      })
      expect((await office.replace(job.id, { ...value, text: '' }, caller)).status).toBe(400)

      const { data: user } = await office.call<WireRecord>(
        office.admin,
        'GET',
        `/api/authentication/users/${caller.id}`,
      )
      const setRole = (role: string, version: number) =>
        office.context.database.query('update users set role = $2, version = $3 where id = $1', [
          caller.id,
          role,
          version,
        ])
      await setRole('reader', user.version)
      expect((await office.replace(job.id, value, caller)).failure.code).toBe('access.denied')
      await setRole('librarian', user.version)
      expect(await office.job(job.id, caller)).toMatchObject({ counts: { invalid: 2 } })

      expect((await office.replace(job.id, value, caller)).data.job.counts).toEqual({ ready: 2 })
      await office.start(await office.job(job.id, caller), caller)
      await office.run()
      expect((await office.replace(job.id, value, caller)).failure.code).toBe('job.state')
      expect((await office.wrongValues(job.id, caller)).failure.code).toBe('job.state')
    })

    test('does not overwrite a row that was corrected in the meantime', async () => {
      const job = await previewRows(many(2, { [binding]: 'cartonat' }))
      const jobWithUndo = await getJobWithUndo(office.context, office.admin, job.id)
      const rows = [2, 3].map((position) => ({
        position,
        cells: [],
        encrypted: 'as it was before',
        newCells: volume(),
      }))
      await expect(
        replaceCells(office.context, office.admin, { job: jobWithUndo, rows }),
      ).rejects.toMatchObject({ code: 'job.changed' })
      expect(await office.job(job.id)).toMatchObject({ state: 'ready', counts: { invalid: 2 } })
    })
  },
)
