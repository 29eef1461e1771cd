import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { replaceCells } from '@matricola/server/exchange/import/replace-cells.ts'
import { getJobWithUndo } from '@matricola/server/jobs/wire-job.ts'
import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'

const headings = ['Denumire', 'Cod', 'Specializare', 'An', 'Semestru', 'Credite', 'Tip']
const [specialization, year, type] = [2, 3, 6]

describe.each(engines)(
  'a value for which rows of an import are rejected, on $engine',
  ({ open }) => {
    let office: ImportApp
    let count = 0
    const course = (parts: { readonly [column: number]: string } = {}) => {
      const code = `V${++count}`
      return [`Cursul ${code}`, code, 'INF-RO', '1', '1', '5', ''].map(
        (cell, column) => parts[column] ?? cell,
      )
    }
    const many = (rows: number, parts: { readonly [column: number]: string }) =>
      Array.from({ length: rows }, () => course(parts))
    const previewRows = (rows: readonly (readonly string[])[], options = {}) =>
      office.previewImport('courses', csvOf([headings, ...rows]), {
        caller: { ...office.admin, language: 'ro' },
        ...options,
      })

    beforeAll(async () => {
      office = await startImportApp(open)
      const department = await office.create('department-profiles', {
        name: 'Departamentul de Informatică',
      })
      const values = { departmentProfileId: department.id, yearsOfStudy: 3, totalCredits: 180 }
      await office.create('specializations', {
        ...values,
        name: 'Informatică română',
        code: 'INF-RO',
      })
    })
    afterAll(() => office.close())

    test('is listed before the check with the other values of its column, and can be replaced in all rows in one call', async () => {
      const rows = [
        ...many(3, { [specialization]: 'informatica romana', [type]: 'obligatorie' }),
        ...many(2, { [specialization]: 'Matematici', [type]: 'facultativ' }),
        course({ [type]: 'Elective' }),
      ]
      const sent = await office.send('courses', csvOf([headings, ...rows]), {
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
          specialization,
          3,
          [
            ['Matematici', 2, null, null, 'cell.nothingNamedLike'],
            ['informatica romana', 3, 'Informatică română', 'INF-RO', undefined],
            ['INF-RO', 1, 'Informatică română', 'INF-RO', undefined],
          ],
        ],
        [
          type,
          3,
          [
            ['facultativ', 2, null, null, 'cell.notOfferedLike'],
            ['obligatorie', 3, 'Obligatorie', null, undefined],
            ['Elective', 1, 'Opțională', null, undefined],
          ],
        ],
      ])
      // A recognised value can also be replaced, in case it was recognised wrongly.
      await office.replace(id, { column: type, text: 'obligatorie', replacement: 'Facultativă' })
      await office.replace(id, { column: type, text: 'facultativ', replacement: 'Facultativă' })
      const { data } = await office.replace(id, {
        column: specialization,
        text: 'Matematici',
        replacement: 'INF-RO',
      })
      expect(data.job).toMatchObject({ state: 'mapping', counts: { pending: 6 } })
      expect(
        (await columnValues()).map(([, , values]) => values.map(([text, rows]) => [text, rows])),
      ).toEqual([
        [
          ['informatica romana', 3],
          ['INF-RO', 3],
        ],
        [
          ['Facultativă', 5],
          ['Elective', 1],
        ],
      ])
      await office.change(id, { check: true })
      await office.run()
      expect(await office.job(id)).toMatchObject({ state: 'ready', counts: { ready: 6 } })
      expect((await office.columnInterpretations(id)).data).toEqual([])
      // The next file suggests the replacement that was made in this one.
      const next = await office.send(
        'courses',
        csvOf([headings, course({ [specialization]: 'Matematici' })]),
      )
      const [secondColumn] = (await office.columnInterpretations(next.data.job.id)).data
      expect(secondColumn?.values).toMatchObject([
        { text: 'Matematici', earlierReplacement: 'INF-RO' },
      ])
      expect(
        (await office.columnInterpretations(next.data.job.id, office.staff)).failure.code,
      ).toBe('job.missing')
    })

    test('is listed once, with its number of rows and a likely suggestion, and the most frequent value is first', async () => {
      const rows = [
        ...many(3, { [specialization]: 'Matematici' }),
        ...many(2, { [type]: 'obligatoriu' }),
        course({ [type]: 'facultativ', [year]: 'unu' }),
        course({ [specialization]: ' Matematici  ', [type]: 'Felurit' }),
        course(),
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
        [specialization, 'Matematici', 4, 'cell.nothingNamedLike', undefined],
        [type, 'obligatoriu', 2, 'cell.notOfferedLike', 'Obligatorie'],
        [type, 'facultativ', 1, 'cell.notOfferedLike', 'Facultativă'],
      ])
    })

    test('is replaced in all rows by one call, which checks these rows immediately and changes no others', async () => {
      const job = await previewRows([
        ...many(48, { [specialization]: 'Matematici' }),
        ...many(2, { [specialization]: 'Fizica' }),
        course(),
      ])
      expect(job.counts).toEqual({ invalid: 50, ready: 1 })
      const answer = await office.replace(job.id, {
        column: specialization,
        text: 'Matematici',
        replacement: 'Informatica romana',
      })
      expect(answer.data.job).toMatchObject({
        state: 'ready',
        counts: { invalid: 2, ready: 49 },
        created: 49,
        done: 51,
      })
      const cells = (await office.items(job.id)).map((item) => item.cells?.[specialization])
      expect(cells).toEqual([...Array(48).fill('Informatica romana'), 'Fizica', 'Fizica', 'INF-RO'])
      expect((await office.wrongValues(job.id)).data.map(({ text }) => text)).toEqual(['Fizica'])
      // Repeating the replacement changes nothing.
      const repeated = await office.replace(job.id, {
        column: specialization,
        text: 'Matematici',
        replacement: 'INF-RO',
      })
      expect(repeated.data.job.counts).toEqual({ invalid: 2, ready: 49 })
    })

    test('is stored with its replacement, which is suggested in later files as long as it remains valid', async () => {
      const first = await previewRows(
        many(2, { [specialization]: 'Info RO', [type]: 'oblig-ctiv' }),
      )
      await office.replace(first.id, {
        column: specialization,
        text: 'Info RO',
        replacement: 'INF-RO',
      })
      await office.replace(first.id, {
        column: type,
        text: 'oblig-ctiv',
        replacement: 'Obligatorie',
      })
      const next = await previewRows(
        [course({ [specialization]: 'INFO  ro', [type]: 'Oblig-ctiv' })],
        {
          caller: { ...office.admin, language: 'en' },
        },
      )
      expect(next.counts).toEqual({ invalid: 1 })
      const readRemembered = async (id: string) =>
        (await office.wrongValues(id, { ...office.admin, language: 'en' })).data.map(
          ({ text, earlierReplacement }) => [text, earlierReplacement],
        )
      expect(await readRemembered(next.id)).toEqual([
        ['INFO ro', 'INF-RO'],
        ['Oblig-ctiv', 'Compulsory'],
      ])
      // An invalid replacement is not stored. A replacement is not suggested if its target no
      // longer exists.
      await office.replace(next.id, { column: type, text: 'Oblig-ctiv', replacement: 'Never' })
      await office.context.database.query(
        "update import_synonym set replacement = 'GONE' where field = 'specializationId'",
      )
      const last = await previewRows(many(2, { [specialization]: 'Info RO', [type]: 'oblig-ctiv' }))
      expect(
        (await office.wrongValues(last.id)).data.map(({ text, earlierReplacement }) => [
          text,
          earlierReplacement,
        ]),
      ).toEqual([
        ['Info RO', null],
        ['oblig-ctiv', 'Obligatorie'],
      ])
    })

    test('is recognised again whatever its case, diacritics, punctuation and spacing, even if an earlier version stored it', async () => {
      const first = await previewRows(many(2, { [specialization]: 'Știință și tehnică – O’Neill' }))
      await office.replace(first.id, {
        column: specialization,
        text: 'Știință și tehnică – O’Neill',
        replacement: 'INF-RO',
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
        const job = await previewRows(spellings.map((text) => course({ [specialization]: text })))
        return (await office.wrongValues(job.id)).data
          .filter(({ column }) => column === specialization)
          .map(({ earlierReplacement }) => earlierReplacement)
      }
      expect(await readRemembered()).toEqual((await readRemembered()).map(() => 'INF-RO'))
      expect((await readRemembered()).length).toBeGreaterThan(2)
      // Older versions folded apostrophes and hyphens differently.
      const { query } = office.context.database
      await query(
        "update import_synonym set word = 'știință și tehnică – o’neill' where word like 'stiinta%'",
      )
      expect(new Set(await readRemembered())).toEqual(new Set(['INF-RO']))
      // If two synonyms fold to the same word, the more recent one wins.
      await query(
        `insert into import_synonym (resource, field, word, replacement, used_at)
       select resource, field, 'ştiinţă şi tehnică – o’neill', 'GONE', used_at - interval '1 day' from import_synonym where word like 'știință%'`,
      )
      expect(new Set(await readRemembered())).toEqual(new Set(['INF-RO']))
    })

    test('is recognised whatever the case, diacritics and spacing of the column heading', async () => {
      const written = [
        'DENUMIRE',
        'cod\u00a0',
        'Specializare',
        'AN\u200b',
        'Semestru',
        'CREDITE',
        'Tip',
      ]
      const cedillas = [
        'Denumire',
        'Cod',
        'SPECIALIZARE',
        'An',
        'SEMESTRU',
        'Cre\u00addite',
        '\u200fTIP',
      ]
      for (const row of [written, cedillas]) {
        const { data } = await office.send('courses', csvOf([row, course()]), {
          caller: { ...office.admin, language: 'ro' },
        })
        expect(data.mapping).toEqual([
          'name',
          'code',
          'specializationId',
          'year',
          'semester',
          'credits',
          'type',
        ])
      }
      const headings = [
        'Nume',
        'Prenume',
        'Număr matricol',
        'Adresă de e-mail',
        'Specializare',
        'Naţionalitate',
        'Judeţ',
      ]
      const sent = async (row: readonly string[]) =>
        (
          await office.send('students', csvOf([row, row.map(() => 'x')]), {
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
      const job = await previewRows(many(2, { [type]: '9', [year]: '9' }))
      const { data } = await office.replace(job.id, { column: year, text: '9', replacement: '8' })
      expect(data.job.counts).toEqual({ invalid: 2 })
      expect(
        (await office.items(job.id)).map(({ cells, issues }) => [
          cells?.[year],
          cells?.[type],
          Object.keys(issues).sort(),
        ]),
      ).toEqual([
        ['8', '9', ['type', 'year']],
        ['8', '9', ['type', 'year']],
      ])
      await office.replace(job.id, { column: year, text: '8', replacement: '2' })
      await office.replace(job.id, { column: type, text: '9', replacement: 'Obligatorie' })
      expect(await office.job(job.id)).toMatchObject({ counts: { ready: 2 } })
    })

    test('in more rows than a call can handle is replaced by the job runner', async () => {
      const job = await previewRows(many(230, { [type]: 'obligatoriu' }))
      const { data } = await office.replace(job.id, {
        column: type,
        text: 'obligatoriu',
        replacement: 'Obligatorie',
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
        course({ 1: 'TWICE' }),
        course({ 1: 'TWICE' }),
        course({ 1: 'TWICE' }),
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
      const job = await previewRows(many(2, { [type]: 'obligatoriu' }), { caller })
      const value = { column: type, text: 'obligatoriu', replacement: 'Compulsory' }
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
      await setRole('professor', user.version)
      expect((await office.replace(job.id, value, caller)).failure.code).toBe('access.denied')
      await setRole('secretary', user.version)
      expect(await office.job(job.id, caller)).toMatchObject({ counts: { invalid: 2 } })

      expect((await office.replace(job.id, value, caller)).data.job.counts).toEqual({ ready: 2 })
      await office.start(await office.job(job.id, caller), caller)
      await office.run()
      expect((await office.replace(job.id, value, caller)).failure.code).toBe('job.state')
      expect((await office.wrongValues(job.id, caller)).failure.code).toBe('job.state')
    })

    test('does not overwrite a row that was corrected in the meantime', async () => {
      const job = await previewRows(many(2, { [type]: 'obligatoriu' }))
      const jobWithUndo = await getJobWithUndo(office.context, office.admin, job.id)
      const rows = [2, 3].map((position) => ({
        position,
        cells: [],
        encrypted: 'as it was before',
        newCells: course(),
      }))
      await expect(
        replaceCells(office.context, office.admin, { job: jobWithUndo, rows }),
      ).rejects.toMatchObject({ code: 'job.changed' })
      expect(await office.job(job.id)).toMatchObject({ state: 'ready', counts: { invalid: 2 } })
    })
  },
)
