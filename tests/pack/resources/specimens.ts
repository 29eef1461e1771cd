import { field } from '#model/field.ts'
import { defineResource } from '#model/resource.ts'

const sizes = { small: { color: 'blue' }, large: {} } as const

/** A field of every kind, each optional: what holds for every kind is tried on it. */
export const specimens = defineResource({
  name: 'specimens',
  path: 'specimens',
  icon: 'documents',
  title: ['code'],
  fields: {
    code: field.text({ min: 1, max: 20, unique: true }),
    /** A word that SQL keeps for itself; there was another for it. */
    order: field.integer({ min: 0, max: 1000, optional: true, was: 'rank' }),
    text: field.text({ max: 40, optional: true }),
    longText: field.longText({ max: 400, optional: true }),
    integer: field.integer({ min: 0, max: 1000, optional: true }),
    decimal: field.decimal({ min: 0, max: 10, scale: 2, optional: true }),
    money: field.money({ min: 0, max: 100_000, optional: true }),
    boolean: field.boolean({ optional: true }),
    date: field.date({ max: '2030-12-31', optional: true }),
    dateTime: field.dateTime({ optional: true }),
    choice: field.choice(sizes, { optional: true, map: { tiny: 'small' } }),
    set: field.set(sizes, { optional: true }),
    reference: field.reference('specimens', { optional: true }),
    many: field.many('specimens', 'reference'),
    email: field.email({ optional: true }),
    phone: field.phone({ optional: true }),
    nationalId: field.nationalId({ optional: true }),
    file: field.file({ accept: ['pdf'], optional: true }),
    image: field.image({ accept: ['jpeg', 'png'], optional: true }),
    data: field.data<{ readonly said: string }>(),
  },
  sections: {
    general: [
      ...(['code', 'order', 'text', 'longText', 'integer', 'decimal', 'money', 'boolean', 'date', 'dateTime', 'choice', 'set'] as const),
      ...(['reference', 'email', 'phone', 'nationalId', 'file', 'image'] as const),
    ],
  },
  list: {
    columns: [
      ...(['code', 'order', 'text', 'integer', 'decimal', 'money', 'boolean', 'date', 'dateTime', 'choice'] as const),
      ...(['reference', 'email', 'phone'] as const),
    ],
    sort: ['code'],
    filters: ['code', 'order', 'choice', 'reference'],
  },
  import: { key: ['code'] },
  access: {
    admin: { read: true, create: true, update: true, history: true, bulk: true, import: true, export: true },
    secretary: {},
    professor: {},
    student: {},
  },
})
