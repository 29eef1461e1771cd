import { expect, test } from 'vitest'
import { createRegistry, joinRegistry, registryOf, related } from '../registry.ts'
import { type AnyResource, defineResource } from '../resource.ts'

const options = { adminRole: 'admin' } as const
const declare = (name: string): AnyResource =>
  defineResource({
    name,
    path: name,
    icon: 'flag',
    title: [],
    fields: {},
    sections: {},
    list: { columns: [], sort: [] },
    access: {},
  })

test('a resource knows the other resources of its registry', () => {
  const [shelves, books] = [declare('shelves'), declare('books')]
  const registry = createRegistry({ shelves, books }, options)
  expect(related(books, 'shelves')).toBe(shelves)
  expect(registry.resources).toEqual([shelves, books])
  expect(registry.find('loans')).toBeUndefined()
  expect(() => related(books, 'loans')).toThrow('unknown resource "loans"')
})

test('copies belong to the registry of the original, also those made before it', () => {
  const books = declare('books')
  const copy = { ...books, path: 'volumes' }
  expect(() => registryOf(copy)).toThrow('resource "books" belongs to no registry')
  const registry = createRegistry({ books }, options)
  expect(registryOf(copy)).toBe(registry)
  expect(registryOf({ ...books })).toBe(registry)
})

test('a declaration that was read from JSON can belong to a registry', () => {
  const books: AnyResource = JSON.parse(JSON.stringify(declare('books')))
  const registry = createRegistry({ books }, options)
  expect(registryOf(books)).toBe(registry)
})

test('a resource belongs to one registry only', () => {
  const books = declare('books')
  const registry = createRegistry({ books }, options)
  expect(() => createRegistry({ books }, options)).toThrow(
    'resource "books" belongs to another registry',
  )
  expect(joinRegistry(registry, books)).toBe(books)
})

test('a resource outside the list can refer to it', () => {
  const books = declare('books')
  const registry = createRegistry({ books }, options)
  const sample = joinRegistry(registry, declare('sample'))
  expect(related(sample, 'books')).toBe(books)
  expect(registry.find('sample')).toBeUndefined()
})
