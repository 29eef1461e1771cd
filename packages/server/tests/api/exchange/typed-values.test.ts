/**
 * Values in formats that people and other programs use, sent through every entry point of the API:
 * records, searches, filters and files.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportApp } from '@matricola/testing/import-app.ts'
import { libraryEngines, startLibraryImports } from '@matricola/testing/library/app.ts'
import { firstTextValueOf, textValuesOf } from '@matricola/testing/text-values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../testing/fixtures', name))

describe.each(libraryEngines)(
  'values as people and programs write them, on $engine',
  ({ open }) => {
    let office: ImportApp
    beforeAll(async () => {
      office = await startLibraryImports(open)
      await office.create('branches', { name: 'Litere' })
    })
    afterAll(() => office.close())

    const names = async (path: string, query: string) =>
      (await office.list(path, query)).list.map(({ lastName }) => lastName)
    const member = (values: object) =>
      office.call<{ id: string }>(office.admin, 'POST', '/api/members/create', {
        firstName: 'Ana',
        ...values,
      })
    let number = 0
    const memberNamed = async (lastName: string) => {
      number += 1
      const answer = await member({
        lastName,
        cardNumber: `TV-${number}`,
        email: `typed.${number}@univ.ro`,
      })
      if (answer.status !== 200 && answer.status !== 201) throw new Error(answer.text)
    }

    test('names with variants of apostrophes, points and hyphens are imported, and invalid names are rejected', async () => {
      const job = await office.runImport('members', fixture('names.csv'))
      const rows = await office.items(job.id)
      const invalidPositions = rows
        .filter(({ outcome }) => outcome !== 'done')
        .map(({ position }) => position - 2)
      expect(invalidPositions).toEqual([5, 6, 17, 18, 19, 22, 23, 24, 27])
      const { list } = await office.list('members')
      const stored = Object.fromEntries(
        list.map(({ cardNumber, lastName }) => [cardNumber, lastName]),
      )
      expect(stored).toMatchObject({
        ...{
          N0: "'t Hart",
          N1: '’t Hart',
          N2: 'Gal·la',
          N3: "D'Angelo",
          N4: "D'Angelo",
          N7: 'Ion-Popa',
          N8: 'Ion-Popa',
        },
        ...{
          N12: 'Ștefan',
          N14: 'O’Brien',
          N15: 'Oʻzbek',
          N20: 'Null',
          N21: 'True',
          N25: 'McDonald',
          N26: 'finescu',
        },
      })
    })

    test('phone numbers and amounts in a workbook are read in every way of writing them', async () => {
      const job = await office.runImport('branches', fixture('phones-and-amounts.xlsx'), {
        name: 'phones.xlsx',
      })
      const rows = await office.items(job.id)
      expect(
        rows
          .filter(({ outcome }) => outcome !== 'done')
          .map(({ title, issues }) => [title, Object.keys(issues)]),
      ).toEqual([['Num F', ['budget']]])
      const { list } = await office.list('branches', 'search=Num')
      expect(list.map(({ name, phone, budget }) => [name, phone, budget])).toEqual([
        ['Num A', '+40721000001', 1234.5],
        ['Num B', '+40721000001', 0.3],
        ['Num C', '+40721000001', 1234.56],
        ['Num D', '+40721000001', 1234.5],
        ['Num E', '+40721000001', 12],
      ])
    })

    const moreSpellings: { readonly [stored: string]: readonly string[] } = {
      'O\u2019Brienu': ['O’Brienu', 'O`Brienu', 'O\u02bcBrienu', 'o´brienu'],
      'Go\ufb01nescu': ['Go\ufb01nescu', 'GOFINESCU', 'Ana, Gofinescu'],
      'Doi Spatii': ['Doi \u200bSpatii', 'Doi,Spatii', 'Doi\u00a0Spatii', '\u202aSpatii\u202c Doi'],
      'Cratima-Lunga': [
        'Cratima\u2011Lunga',
        'cratima\u2013lunga',
        'Cratima\u00ad-Lunga',
        'Cratima-Lungă',
      ],
    }
    const searched = new Map<string, readonly string[]>(
      textValuesOf('name stored').map(([stored, ...others]) => [stored, others]),
    )
    test.each(
      Object.entries(moreSpellings).map(
        ([stored, spellings]) => [stored, [...(searched.get(stored) ?? []), ...spellings]] as const,
      ),
    )('the name %s is found by other spellings', async (lastName, searches) => {
      await memberNamed(lastName)
      const stored = lastName.normalize('NFKC')
      for (const search of searches) {
        expect([search, await names('members', `search=${encodeURIComponent(search)}`)]).toEqual([
          search,
          [stored],
        ])
        // A filter compares the whole text, but a search compares words.
        if (/[,\u202a]|\S\u200b/.test(search)) continue
        expect([
          search,
          await names('members', `filters[lastName]=${encodeURIComponent(search)}`),
        ]).toEqual([search, [stored]])
      }
    })

    test('every name in the documented table of typed values is tested', () => {
      expect(Object.keys(moreSpellings)).toEqual(expect.arrayContaining([...searched.keys()]))
    })

    test.each([
      [{ email: firstTextValueOf('email with two dots') }, 'email', 'email.malformed'],
      [{ email: firstTextValueOf('email beginning with a dot') }, 'email', 'email.malformed'],
    ])('a member with %j is rejected with the reason', async (values, field, code) => {
      const answer = await member({
        lastName: 'Refuzat',
        cardNumber: 'TV-REF',
        ...values,
      })
      expect([answer.status, answer.failure.fields?.[field]]).toEqual([400, [{ code }]])
    })

    test('an account for an office keeps its name as entered', async () => {
      const values = { username: 'desk.two', email: 'desk.two@univ.ro', role: 'librarian' }
      const answer = await office.call<{ name: string }>(
        office.admin,
        'POST',
        '/api/authentication/register',
        {
          ...values,
          name: 'Admission desk 2',
        },
      )
      expect(answer.data.name).toBe('Admission desk 2')
    })
  },
)
