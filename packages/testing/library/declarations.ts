/**
 * The fixture: a library of seven entities with references, choices, money, dates, a file,
 * translations, computed fields, child rows, an encrypted field, workflows, rules by role and by record,
 * actions, notifications and import keys.
 */
import { activationActions } from '@matricola/schema/activation.ts'
import { extendResource } from '@matricola/schema/extension.ts'
import { builtInFieldTypes, createFields } from '@matricola/schema/field.ts'
import { fullAccess, fullAccessExceptImport } from '@matricola/schema/full-access.ts'
import { createRegistry, defineResources } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { createSystemResources } from '@matricola/schema/system/system-resources.ts'

const languages = ['en', 'ro', 'fr', 'de'] as const
const field = createFields(builtInFieldTypes, { languages })
const start = {
  name: null,
  entries: [
    { page: 'dashboard' },
    { resource: 'branches' },
    { resource: 'books', icon: 'documents' },
  ],
} as const
/** A section that unfolds. */
const lending = {
  name: 'lending',
  icon: 'calendar',
  entries: [
    { resource: 'loans', always: true },
    { resource: 'members' },
    { resource: 'orders', usedWhen: { any: 'orders' } },
  ],
  waits: [
    { resource: 'members', view: 'children' },
    { resource: 'loans', view: 'late', tone: 'danger' },
  ],
} as const

export { field as libraryField, languages as libraryLanguages }

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
      /** Members refer to branches too, so the two entities depend on each other. */
      patronId: field.reference('members', { optional: true }),
      email: field.email({ optional: true }),
      phone: field.phone({ optional: true }),
      office: field.text({ max: 60, optional: true }),
      officeHours: field.text({ max: 120, optional: true, inUniversityLanguage: true }),
      budget: field.money({
        min: 0,
        max: 999_999_999,
        optional: true,
        read: librarians,
        write: ['admin'],
      }),
      floorArea: field.decimal({ min: 0, max: 100_000, scale: 1, optional: true }),
      plan: field.file({ accept: ['pdf'], optional: true }),
      isActive: field.boolean({ default: true }),
      books: field.many('books', 'branchId'),
    },
    sections: {
      general: ['name', 'description', ['managerId', 'patronId'], 'isActive'],
      contact: [
        ['email', 'phone'],
        ['office', 'officeHours'],
      ],
      figures: [['budget', 'floorArea'], 'plan'],
    },
    list: {
      columns: ['name', 'managerId', 'budget', 'floorArea', 'phone', 'isActive'],
      sort: ['name'],
      filters: ['name', 'managerId', 'budget', 'isActive'],
      facets: ['isActive'],
      search: ['name', 'office', 'email'],
      editable: ['managerId', 'budget', 'phone'],
    },
    access: {
      admin: fullAccess,
      librarian: fullAccess,
      reader: { read: { where: { isActive: { eq: true } } } },
    },
    actions: activationActions(librarians),
    dependants: {
      books: { field: 'branchId', where: { isActive: 'true' } },
      members: {
        field: 'branchId',
        where: { status: 'active' },
        restrict: 'record.referenced',
      },
    },
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
      edition: field.integer({ min: 1, max: 20, optional: true }),
      copies: field.integer({ min: 1, max: 500, optional: true }),
      parts: field.integer({ min: 1, max: 6, optional: true }),
      shelfMark: field.text({ min: 2, max: 20, pattern: 'code', optional: true }),
      publishedOn: field.date({ optional: true }),
      acquiredAt: field.dateTime({ optional: true }),
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
      copy: [
        ['pages', 'parts'],
        ['edition', 'copies'],
        ['price', 'shelfMark'],
        ['acquiredAt', 'timesLent'],
      ],
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
        'edition',
        'copies',
        'publishedOn',
        'acquiredAt',
        'price',
        'isActive',
      ],
      facets: ['genre', 'edition', 'isActive'],
      search: ['title', 'author', 'isbn'],
      views: { poems: { where: { genre: { eq: 'poetry' } }, sort: ['-pages'] } },
      editable: ['author', 'pages'],
    },
    unique: [['branchId', 'shelfMark']],
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
  /** Their key contains that of their book. Hooks check `part`. */
  const volumes = defineResource({
    name: 'volumes',
    path: 'volumes',
    icon: 'flag',
    title: ['name'],
    fields: {
      name: field.text({ min: 2, max: 160, translated: true }),
      code: field.text({ min: 2, max: 16 }),
      description: field.longText({ max: 4000, optional: true, translated: true }),
      bookId: field.reference('books', { optionsWhere: { isActive: true } }),
      part: field.integer({ min: 1, max: 6 }),
      floor: field.integer({ min: 1, max: 2 }),
      copies: field.integer({ min: 1, max: 30 }),
      shelf: field.text({ max: 80, optional: true, translated: true }),
      weight: field.integer({ min: 1, max: 400, optional: true }),
      binding: field.choice(
        { hardcover: { color: 'blue' }, paperback: { color: 'amber' }, spiral: {} },
        { default: 'hardcover' },
      ),
      isActive: field.boolean({ default: true }),
    },
    sections: {
      general: ['name', 'code', 'bookId', 'description', 'isActive'],
      copy: [
        ['part', 'floor'],
        ['copies', 'shelf'],
        ['weight', 'binding'],
      ],
    },
    list: {
      columns: ['name', 'code', 'shelf', 'floor', 'part', 'copies', 'bookId', 'isActive'],
      sort: ['name'],
      filters: ['name', 'bookId', 'part', 'floor', 'copies', 'binding', 'isActive'],
      facets: ['binding', 'part', 'floor'],
      search: ['name', 'code', 'shelf'],
      editable: ['shelf', 'floor', 'part', 'copies'],
    },
    unique: [['bookId', 'code']],
    actions: {
      ...activationActions(librarians),
      /** Makes volumes the next part of their book, up to its last part. */
      renumber: { on: ['row', 'bulk'], roles: librarians, set: {}, hasServerCode: true },
    },
    access: {
      admin: fullAccess,
      librarian: fullAccess,
      reader: { read: { where: { isActive: { eq: true } } } },
    },
    import: { key: ['bookId', 'code'] },
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
      views: {
        late: {
          where: { and: [{ status: { eq: 'lent' } }, { dueOn: { lt: { date: 'today' } } }] },
        },
      },
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
  const members = defineResource({
    name: 'members',
    path: 'members',
    icon: 'flag',
    title: ['lastName', 'firstName'],
    logsReads: true,
    fields: {
      lastName: field.text({ max: 80, pattern: 'personName' }),
      firstName: field.text({ max: 80, pattern: 'personName' }),
      cardNumber: field.text({ min: 2, max: 20, pattern: 'code', unique: true, writeOnce: true }),
      personalNumber: field.text({
        max: 20,
        encrypted: true,
        unique: true,
        optional: true,
        read: librarians,
        write: librarians,
      }),
      branchId: field.reference('branches', { optional: true, optionsWhere: { isActive: true } }),
      email: field.email({ optional: true, read: librarians, write: librarians }),
      bornOn: field.date({ optional: true }),
      joinedOn: field.date({ optional: true }),
      category: field.choice(
        { adult: {}, senior: {}, child: {}, institution: {} },
        { default: 'adult', read: librarians },
      ),
      guardian: field.text({ max: 120, optional: true }),
      status: field.choice({ active: {}, suspended: {}, left: {} }, { default: 'active' }),
      statusReason: field.text({ min: 3, max: 300, optional: true, write: [] }),
      statusSince: field.date({ optional: true, write: [] }),
      userId: field.reference('users', { optional: true, unique: true }),
    },
    sections: {
      identity: [
        ['lastName', 'firstName'],
        ['cardNumber', 'personalNumber'],
        ['bornOn', 'joinedOn'],
        ['category', 'guardian'],
      ],
      contact: ['email', ['branchId', 'userId']],
      status: ['status', 'statusReason', 'statusSince'],
    },
    form: { guardian: { visibleWhen: { category: { eq: 'child' } } } },
    rules: {
      joinedAfterBirth: {
        check: {
          or: [
            { joinedOn: { isNull: true } },
            { bornOn: { isNull: true } },
            { joinedOn: { gt: { value: 'bornOn' } } },
          ],
        },
        field: 'joinedOn',
      },
    },
    list: {
      columns: ['lastName', 'firstName', 'cardNumber', 'branchId', 'category', 'status'],
      sort: ['lastName', 'firstName'],
      filters: [
        'lastName',
        'firstName',
        'personalNumber',
        'branchId',
        'bornOn',
        'joinedOn',
        'category',
        'status',
      ],
      facets: ['category', 'status'],
      search: ['lastName', 'firstName', 'cardNumber', 'email'],
      views: { children: { where: { category: { eq: 'child' } } } },
    },
    access: {
      admin: fullAccess,
      librarian: { read: true, create: true, update: true, history: true, import: true },
      reader: { read: { where: { userId: { eq: { user: 'id' } } } } },
    },
    workflow: {
      field: 'status',
      initial: 'active',
      transitions: {
        suspend: {
          from: ['active'],
          to: 'suspended',
          roles: librarians,
          input: ['statusReason', 'statusSince'],
        },
        resume: { from: ['suspended'], to: 'active', roles: librarians, tone: 'primary' },
        leave: {
          from: ['active', 'suspended'],
          to: 'left',
          roles: librarians,
          requiresReauthentication: true,
          tone: 'danger',
        },
      },
    },
    import: { key: ['cardNumber'] },
    texts: { rules: { joinedAfterBirth: 'A member joins after being born.' } },
  })
  const orders = defineResource({
    name: 'orders',
    path: 'orders',
    icon: 'flag',
    title: ['name'],
    fields: {
      name: field.text({ min: 2, max: 160, translated: true }),
      code: field.text({ min: 2, max: 12, pattern: 'code', derivedFrom: 'name', unique: true }),
      description: field.longText({ max: 2000, optional: true, translated: true }),
      branchId: field.reference('branches', { optionsWhere: { isActive: true } }),
      copies: field.integer({ min: 1, max: 6 }),
      pricePerCopy: field.integer({ min: 1, max: 90, default: 60 }),
      total: field.integer({ min: 1, max: 540 }),
      priceNote: field.text({ max: 200, optional: true, translated: true }),
      discount: field.integer({ min: 0, max: 100, optional: true }),
      supplier: field.text({ max: 120, optional: true }),
      isActive: field.boolean({ default: true }),
      deliveries: field.many('deliveries', 'orderId', { inForm: { max: 40 } }),
    },
    sections: {
      general: ['name', 'code', 'branchId', 'description', 'isActive'],
      price: ['copies', ['pricePerCopy', 'total'], 'priceNote', ['discount', 'supplier']],
      deliveries: ['deliveries'],
    },
    form: { priceNote: { visibleWhen: { pricePerCopy: { ne: 60 } } } },
    rules: {
      totalAddsUp: {
        check: { total: { eq: { value: { multiply: ['copies', 'pricePerCopy'] } } } },
        field: 'total',
      },
    },
    list: {
      columns: ['name', 'code', 'branchId', 'copies', 'total', 'pricePerCopy', 'isActive'],
      sort: ['name'],
      filters: ['name', 'branchId', 'copies', 'isActive'],
      facets: ['isActive'],
      search: ['name', 'code'],
    },
    access: { admin: fullAccess, librarian: fullAccess },
    actions: activationActions(librarians),
    import: { key: ['code'] },
    texts: { rules: { totalAddsUp: 'The total is the number of copies times the price.' } },
  })
  const deliveries = defineResource({
    name: 'deliveries',
    path: 'deliveries',
    icon: 'calendar',
    title: ['name'],
    fields: {
      orderId: field.reference('orders'),
      name: field.text({ max: 80 }),
      parcel: field.text({ max: 20, unique: true }),
      kind: field.choice({ post: {}, courier: {} }),
      sentOn: field.date(),
      arrivesOn: field.date(),
    },
    sections: { general: ['orderId', ['name', 'parcel'], 'kind', ['sentOn', 'arrivesOn']] },
    rules: {
      arrivesAfterSending: {
        check: { arrivesOn: { gte: { value: 'sentOn' } } },
        field: 'arrivesOn',
      },
    },
    list: {
      columns: ['name', 'parcel', 'kind', 'sentOn', 'arrivesOn', 'orderId'],
      sort: ['sentOn'],
      filters: ['orderId', 'kind'],
    },
    access: { admin: fullAccessExceptImport, librarian: fullAccessExceptImport },
    texts: { rules: { arrivesAfterSending: 'A delivery arrives after it was sent.' } },
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
  const users = extendResource(system.users, {
    /** The names of managers, whom librarians choose among colleagues. */
    access: { librarian: { name: { where: { role: { in: ['admin', 'librarian'] } } } } },
  })
  return createRegistry(
    defineResources({
      branches,
      books,
      volumes,
      loans,
      members,
      orders,
      deliveries,
      ...system,
      users,
    }),
    {
      adminRole: 'admin',
      roles: {
        admin: { isStaff: true, seesPresence: true },
        librarian: { isStaff: true, seesPresence: true },
        reader: { isStaff: false, seesPresence: false },
      },
      languages,
      currency: 'RON',
      notificationKinds,
      areas: {
        menus: {
          admin: [
            start,
            lending,
            { name: null, entries: [{ resource: 'users' }, { resource: 'settings' }] },
          ],
          librarian: [start, lending],
          reader: [
            {
              name: null,
              entries: [
                { page: 'dashboard' },
                { resource: 'books' },
                { resource: 'loans' },
                { resource: 'members', icon: 'users' },
              ],
            },
          ],
        },
        resourcesOutsideMenu: ['volumes', 'deliveries', 'notifications'],
        otherPaths: () => [],
        publicPaths: [],
      },
    },
  )
}
