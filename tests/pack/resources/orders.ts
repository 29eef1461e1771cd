import { defineResource } from '@matricola/schema/resource.ts'
import { field } from '#resources/field.ts'

/**
 * Orders of the library. Their lines and fees are edited in the order's form. Lines that are
 * removed are deactivated; fees that are removed are deleted.
 */
export const orders = defineResource({
  name: 'orders',
  path: 'orders',
  icon: 'finances',
  title: ['supplier'],
  fields: {
    supplier: field.text({ max: 80 }),
    orderedOn: field.date({ optional: true }),
    number: field.text({ max: 12, optional: true, regex: '[A-Z]{2}-\\d{1,4}', example: 'HU-12' }),
    dueOn: field.date({ optional: true, default: { add: [{ date: 'today' }, { days: 21 }] } }),
    daysToWait: field.integer({
      min: -99_999,
      max: 99_999,
      optional: true,
      computed: { value: { subtract: ['dueOn', 'orderedOn'] } },
    }),
    titles: field.integer({ min: 0, max: 1000, computed: { value: { count: 'lines' } } }),
    copies: field.integer({ min: 0, max: 100_000, computed: { value: { sum: 'lines.copies' } } }),
    lines: field.many('order-lines', 'orderId', {
      inForm: { max: 20, order: 'position', missing: 'deactivate' },
    }),
    fees: field.many('order-fees', 'orderId', { inForm: { max: 3, missing: 'remove' } }),
  },
  sections: {
    general: [['supplier', 'number'], ['orderedOn', 'dueOn'], 'daysToWait'],
    lines: ['lines', ['titles', 'copies'], 'fees'],
  },
  rules: {
    inAYear: {
      check: { or: [{ daysToWait: { isNull: true } }, { daysToWait: { lte: 365 } }] },
      field: 'dueOn',
    },
  },
  actions: {
    send: {
      on: ['row', 'bulk'],
      roles: ['admin', 'secretary'],
      when: { copies: { gte: 2 } },
      set: { number: 'HU-1' },
    },
  },
  texts: { rules: { inAYear: 'An order that takes longer than a year must be placed again.' } },
  list: {
    columns: ['supplier', 'orderedOn', 'titles', 'copies'],
    sort: ['supplier'],
    filters: ['orderedOn', 'copies'],
    search: ['supplier'],
  },
  access: {
    admin: { read: true, create: true, update: true, history: true, bulk: true },
    secretary: { read: true, create: true, update: true, history: true },
    professor: { read: true, update: true, history: true },
    student: {},
  },
})

export const orderLines = defineResource({
  name: 'order-lines',
  path: 'order-lines',
  icon: 'documents',
  title: ['title'],
  fields: {
    orderId: field.reference('orders', { writeOnce: true }),
    title: field.text({ max: 120 }),
    copies: field.integer({ min: 1, max: 100, default: 1 }),
    price: field.money({ min: 0, max: 10_000, optional: true, read: ['admin', 'secretary'] }),
    bookId: field.reference('books', { optional: true }),
    position: field.integer({ min: 1, max: 1000, optional: true }),
    isActive: field.boolean({ default: true }),
  },
  sections: { general: ['orderId', ['title', 'copies'], ['price', 'bookId'], 'isActive'] },
  rules: {
    expensiveByTheCopy: {
      check: {
        or: [{ copies: { lte: 10 } }, { price: { isNull: true } }, { price: { lt: 1000 } }],
      },
      field: 'copies',
    },
  },
  texts: {
    rules: {
      expensiveByTheCopy: 'For more than ten copies of an expensive item, use several lines.',
    },
  },
  list: {
    columns: ['title', 'copies', 'price', 'bookId', 'isActive'],
    sort: ['position', 'title'],
    filters: ['orderId', 'isActive'],
  },
  unique: [['orderId', 'title']],
  access: {
    admin: { read: true, create: true, update: true, history: true },
    secretary: {
      read: true,
      create: true,
      update: { where: { copies: { lt: 50 } } },
      history: true,
    },
    professor: { read: true },
    student: {},
  },
})

export const orderFees = defineResource({
  name: 'order-fees',
  path: 'order-fees',
  icon: 'finances',
  title: ['name'],
  fields: {
    orderId: field.reference('orders', { writeOnce: true }),
    name: field.text({ max: 60 }),
    amount: field.money({ min: 0, max: 10_000 }),
  },
  sections: { general: ['orderId', ['name', 'amount']] },
  list: { columns: ['name', 'amount'], sort: ['name'], filters: ['orderId'] },
  access: {
    admin: { read: true, create: true, update: true, history: true },
    secretary: { read: true, create: true, update: true },
    // Fees of orders that have been sent, which have a number.
    professor: { read: { where: { 'orderId.number': { ne: null } } } },
    student: {},
  },
})
