import { expect, test } from 'vitest'
import { isConsolePath } from '../paths.ts'

const roles = { admin: {}, reader: {} }

test.each(['/admin', '/reader/books', '/admin/books/create', '/test'])(
  '%s opens the console',
  (path) => expect(isConsolePath(path, roles)).toBe(true),
)

test.each([
  '/',
  '/authentification',
  '/administrators',
  '/librarian/books',
  '/tests',
  '/books/admin',
])('%s is public', (path) => expect(isConsolePath(path, roles)).toBe(false))
