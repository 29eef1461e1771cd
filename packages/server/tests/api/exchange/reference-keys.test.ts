import { randomUUID } from 'node:crypto'
import type { Role } from '@matricola/schema/vocabulary.ts'
import {
  type LibraryApp,
  library,
  libraryEngines,
  startLibrary,
} from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referenceIds, referenceKeys } from '../../../exchange/reference-keys.ts'
import { authorize } from '../../../policy/permit.ts'

describe.each(libraryEngines)('references to records in files, on $engine', ({ open }) => {
  let api: LibraryApp
  let [centre, ion, inactive, volume] = ['', '', '', '']
  const books = library.registry.get('books')
  const volumes = library.registry.get('volumes')
  const permit = (role: Role & ('admin' | 'librarian' | 'reader'), resource: string) =>
    authorize(api[role], library.registry.get(resource), 'read')
  const create = async (path: string, values: object) => (await api.create(path, values)).id

  beforeAll(async () => {
    api = await startLibrary(open)
    centre = await create('branches', { name: 'Biblioteca centrală' })
    ion = await create('books', { title: 'Ion', isbn: '9780000000001', branchId: centre })
    inactive = await create('books', { title: 'Old', isbn: '9780000000002', isActive: false })
    volume = await create('volumes', {
      name: 'Glasul pământului',
      code: 'V-1',
      bookId: ion,
      part: 1,
      floor: 1,
      copies: 5,
    })
  })
  afterAll(() => api.close())

  test('a key contains the keys of the records it refers to, and is found again', async () => {
    const reader = permit('admin', 'volumes')
    const key = '9780000000001 / V-1'
    expect(
      await referenceKeys(api.context.database, reader, volumes, [volume, volume, randomUUID()]),
    ).toEqual(new Map([[volume, key]]))
    expect(
      await referenceIds(api.context.database, reader, volumes, [key, '9780000000001 / nothing']),
    ).toEqual(new Map([[key, volume]]))
  })

  test('every record of every resource with a key is found by it', async () => {
    const member = await create('members', {
      lastName: 'Pop',
      firstName: 'Ana',
      cardNumber: 'M-1',
    })
    const order = await create('orders', {
      ...{ name: 'Manuale', branchId: centre },
      ...{ copies: 1, total: 60 },
    })
    const records = {
      branches: centre,
      books: ion,
      volumes: volume,
      members: member,
      orders: order,
      users: api.reader.id,
    }
    const withKey = library.registry.resources.filter((resource) => resource.import)
    expect(Object.keys(records)).toEqual(
      expect.arrayContaining(withKey.map((resource) => resource.name)),
    )
    for (const [name, id] of Object.entries(records)) {
      const resource = library.registry.get(name)
      const reader = permit('admin', name)
      const key = (await referenceKeys(api.context.database, reader, resource, [id])).get(id) ?? ''
      expect([name, key === '']).toEqual([name, false])
      expect([name, await referenceIds(api.context.database, reader, resource, [key])]).toEqual([
        name,
        new Map([[key, id]]),
      ])
    }
  })

  test('case and diacritics can differ, and a text that several records match finds none', async () => {
    for (const name of ['Știința școlii', 'Stiinta scolii'])
      await create('branches', { name, budget: 1 })
    const branches = library.registry.get('branches')
    const reader = permit('admin', 'branches')
    const ids = await referenceIds(api.context.database, reader, branches, [
      'biblioteca CENTRALA',
      'știința ȘCOLII',
      'Stiinta scolii',
      'Știinta școlii',
    ])
    expect(ids.get('biblioteca CENTRALA')).toBe(centre)
    expect(ids.get('știința ȘCOLII')).not.toBe(ids.get('Stiinta scolii'))
    expect(ids.get('Știinta școlii')).toBe('several')
  })

  test('a unique title also identifies its record, regardless of case and diacritics, but a key takes precedence', async () => {
    const maths = await create('books', { title: 'Matematică', isbn: '9780000000011' })
    const oddTitle = await create('books', { title: '9780000000011', isbn: '9780000000012' })
    await create('books', { title: 'Fizică', isbn: '9780000000013' })
    await create('books', { title: 'Fizică', isbn: '9780000000014' })
    const ids = await referenceIds(api.context.database, permit('admin', 'volumes'), books, [
      'matematica',
      '9780000000011',
      '9780000000012',
      'Fizică',
      'Chimie',
    ])
    expect([ids.get('matematica'), ids.get('9780000000011'), ids.get('9780000000012')]).toEqual([
      maths,
      maths,
      oddTitle,
    ])
    expect([ids.get('Fizică'), ids.has('Chimie')]).toEqual(['several', false])
  })

  test('a caller who cannot read a record can neither see its key nor find it', async () => {
    const key = '9780000000002'
    const reader = permit('reader', 'books')
    expect(await referenceKeys(api.context.database, reader, books, [inactive])).toEqual(new Map())
    expect(await referenceIds(api.context.database, reader, books, [key])).toEqual(new Map())
    expect(
      (await referenceIds(api.context.database, permit('admin', 'books'), books, [key])).get(key),
    ).toBe(inactive)
    // A librarian can read only their own account.
    const accounts = library.registry.get('users')
    const others = await referenceKeys(
      api.context.database,
      permit('librarian', 'books'),
      accounts,
      [api.admin.id, api.librarian.id],
    )
    expect([...others.keys()]).toEqual([api.librarian.id])
  })

  test('a part that contains the separator itself is found', async () => {
    const created = await create('volumes', {
      name: 'Odd volume',
      code: 'A / B / C',
      bookId: ion,
      part: 1,
      floor: 1,
      copies: 5,
    })
    const key = '9780000000001 / A / B / C'
    expect(
      await referenceIds(api.context.database, permit('admin', 'volumes'), volumes, [key]),
    ).toEqual(new Map([[key, created]]))
  })
})
