/**
 * The fixture: a library of three entities with references, choices, money, dates, a file,
 * translations, computed fields, a workflow, rules by role and by record, actions, notifications
 * and import keys.
 */
import { activationActions } from '@matricola/schema/activation.ts'
import { builtInFieldTypes, createFields } from '@matricola/schema/field.ts'
import { fullAccess, fullAccessExceptImport } from '@matricola/schema/full-access.ts'
import { createRegistry, defineResources } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { createSystemResources } from '@matricola/schema/system/system-resources.ts'

const languages = ['en', 'ro', 'fr', 'de'] as const
const field = createFields(builtInFieldTypes, { languages })
const librarians = ['admin', 'librarian'] as const

/** Returns new declarations, because declarations belong to one application. */
export function declareLibrary() {
  const branches = defineResource({
    name: 'branches',
    path: 'branches',
    icon: 'flag',
    title: ['name'],
    fields: {
      name: field.text({ min: 2, max: 120, unique: true, translated: true }),
      description: field.longText({ max: 2000, optional: true, translated: true }),
      managerId: field.reference('users', { optional: true, optionsWhere: { isActive: true } }),
      email: field.email({ optional: true }),
      phone: field.phone({ optional: true }),
      office: field.text({ max: 60, optional: true }),
      budget: field.money({
        min: 0,
        max: 999_999_999,
        optional: true,
        read: librarians,
        write: ['admin'],
      }),
      plan: field.file({ accept: ['pdf'], optional: true }),
      isActive: field.boolean({ default: true }),
      books: field.many('books', 'branchId'),
    },
    sections: {
      general: ['name', 'description', 'managerId', 'isActive'],
      contact: [['email', 'phone'], ['office', 'budget'], 'plan'],
    },
    list: {
      columns: ['name', 'managerId', 'budget', 'phone', 'isActive'],
      sort: ['name'],
      filters: ['name', 'managerId', 'budget', 'isActive'],
      facets: ['isActive'],
      search: ['name', 'office', 'email'],
      editable: ['budget', 'phone'],
    },
    access: {
      admin: fullAccess,
      librarian: fullAccess,
      reader: { read: { where: { isActive: { eq: true } } } },
    },
    actions: activationActions(librarians),
    dependants: { books: { field: 'branchId', where: { isActive: 'true' } } },
    import: { key: ['name'] },
  })
  const books = defineResource({
    name: 'books',
    path: 'books',
    icon: 'flag',
    title: ['title'],
    fields: {
      title: field.text({ min: 2, max: 120, translated: true }),
      author: field.text({ max: 120, optional: true }),
      isbn: field.text({ max: 13, regex: '\\d{13}', example: '9780131103627', unique: true }),
      description: field.longText({ max: 2000, optional: true, translated: true }),
      branchId: field.reference('branches', { optional: true, optionsWhere: { isActive: true } }),
      genre: field.choice(
        { novel: { color: 'blue' }, poetry: { color: 'green' }, science: {} },
        { default: 'novel' },
      ),
      pages: field.integer({ min: 1, max: 9999, optional: true }),
      publishedOn: field.date({ optional: true }),
      price: field.money({ min: 0, max: 100_000, optional: true, read: librarians }),
      isActive: field.boolean({ default: true }),
      loans: field.many('loans', 'bookId'),
      timesLent: field.integer({ min: 0, max: 100_000, computed: { value: { count: 'loans' } } }),
    },
    sections: {
      general: [
        'title',
        ['author', 'isbn'],
        'description',
        ['genre', 'publishedOn'],
        ['branchId', 'isActive'],
      ],
      copy: [['pages', 'price'], 'timesLent'],
    },
    list: {
      columns: ['title', 'author', 'genre', 'pages', 'price', 'branchId', 'isActive'],
      sort: ['title'],
      filters: [
        'title',
        'author',
        'branchId',
        'genre',
        'pages',
        'publishedOn',
        'price',
        'isActive',
      ],
      facets: ['genre', 'isActive'],
      search: ['title', 'author', 'isbn'],
      views: { poems: { where: { genre: { eq: 'poetry' } }, sort: ['-pages'] } },
      editable: ['author', 'pages'],
    },
    actions: activationActions(librarians),
    access: {
      admin: fullAccess,
      librarian: fullAccess,
      reader: { read: { where: { isActive: { eq: true } } } },
    },
    import: { key: ['isbn'] },
    dependants: { loans: { field: 'bookId', where: { status: 'lent' } } },
    texts: {
      fields: { isbn: 'ISBN' },
      shapes: { isbn: 'An ISBN has 13 digits, without hyphens.' },
    },
  })
  const loans = defineResource({
    name: 'loans',
    path: 'loans',
    icon: 'calendar',
    title: ['bookId', 'readerId'],
    fields: {
      bookId: field.reference('books', { writeOnce: true, optionsWhere: { isActive: true } }),
      readerId: field.reference('users', { writeOnce: true, optionsWhere: { isActive: true } }),
      dueOn: field.date(),
      status: field.choice(
        { lent: { color: 'blue' }, returned: { color: 'green' }, lost: { color: 'red' } },
        { default: 'lent' },
      ),
      returnedOn: field.date({ optional: true, write: [] }),
      /** Days after the due date; negative before it. */
      daysLate: field.integer({
        min: -10_000,
        max: 10_000,
        computed: { value: { subtract: [{ first: ['returnedOn', { date: 'today' }] }, 'dueOn'] } },
      }),
    },
    sections: {
      general: [
        ['bookId', 'readerId'],
        ['dueOn', 'daysLate'],
        ['status', 'returnedOn'],
      ],
    },
    list: {
      columns: ['bookId', 'readerId', 'dueOn', 'status', 'daysLate'],
      sort: ['dueOn'],
      filters: ['bookId', 'readerId', 'status', 'dueOn'],
      searchThrough: ['bookId'],
    },
    access: {
      admin: fullAccessExceptImport,
      librarian: fullAccessExceptImport,
      reader: { read: { where: { readerId: { eq: { user: 'id' } } } } },
    },
    workflow: {
      field: 'status',
      initial: 'lent',
      transitions: {
        return: { from: ['lent', 'lost'], to: 'returned', roles: librarians, stamps: 'returnedOn' },
        lose: { from: ['lent'], to: 'lost', roles: librarians, tone: 'danger' },
      },
    },
    notifies: {
      create: { type: 'bookLent', to: 'readerId', subject: 'bookId' },
      return: { type: 'bookReturned', to: 'readerId', subject: 'bookId' },
    },
  })
  const notificationKinds = { loans: ['bookLent', 'bookReturned'] } as const
  const system = createSystemResources({
    roles: { admin: {}, librarian: {}, reader: {} },
    adminRole: 'admin',
    notificationKinds,
    organization: 'Biblioteca Județeană',
    language: 'ro',
    languages,
  })
  return createRegistry(defineResources({ branches, books, loans, ...system }), {
    adminRole: 'admin',
    roles: {
      admin: { isStaff: true, seesPresence: true },
      librarian: { isStaff: true, seesPresence: true },
      reader: { isStaff: false, seesPresence: false },
    },
    languages,
    currency: 'RON',
    notificationKinds,
    // Their texts are derived from names.
    added: ['branches', 'books', 'loans'],
    areas: {
      menus: {
        admin: [
          {
            heading: null,
            entries: [
              { resource: 'branches' },
              { resource: 'books' },
              { resource: 'loans' },
              { resource: 'users' },
            ],
          },
        ],
        librarian: [
          {
            heading: null,
            entries: [{ resource: 'branches' }, { resource: 'books' }, { resource: 'loans' }],
          },
        ],
        reader: [{ heading: null, entries: [{ resource: 'books' }, { resource: 'loans' }] }],
      },
      resourcesOutsideMenu: ['notifications', 'settings'],
      otherPaths: () => [],
      publicPaths: [],
    },
  })
}
