import { field, kindNames, kindOf } from '#model/field.ts'
import { defineResource } from '#model/resource.ts'

/** Kinds that a person fills in. */
const samples = kindNames.flatMap((name) => {
  const sample = kindOf({ kind: name }).sample
  if (!sample) return []
  // All that can be said in several languages is.
  return [
    {
      name,
      spec:
        'translated' in kindOf({ kind: name }).options
          ? { ...sample.field, options: { ...sample.field.options, translated: true } }
          : sample.field,
    },
  ]
})
const inLists = samples.flatMap(({ name }) => {
  const { traits, family } = kindOf({ kind: name })
  return traits.includes('order') && family !== 'secret' ? [name] : []
})

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
    // Of any kind, and so of no type that the compiler knows.
    ...(Object.fromEntries(samples.map(({ name, spec }) => [name, spec])) as object),
    choice: field.choice(
      { small: { color: 'blue' }, large: {} },
      { optional: true, renamed: { tiny: 'small' }, merged: { huge: 'large', odd: null } },
    ),
    reference: field.reference('specimens', { optional: true }),
    many: field.many('specimens', 'reference'),
    links: field.links('specimens', { optional: true, max: 3 }),
    /** The other side of the links. */
    linkedFrom: field.many('specimens', 'links'),
    data: field.data<{ readonly said: string }>(),
  },
  sections: { general: ['code', 'order', ...samples.map(({ name }) => name)] as 'code'[] },
  list: {
    columns: ['code', 'order', ...inLists] as 'code'[],
    sort: ['code'],
    filters: ['code', 'order', 'choice', 'reference', 'links'],
    facets: ['links'],
  },
  import: { key: ['code'] },
  access: {
    admin: { read: true, create: true, update: true, history: true, bulk: true, import: true, export: true },
    secretary: {},
    // Facts of the specimen that one refers to.
    professor: {
      read: { where: { 'reference.choice': { in: ['small', 'large'] } } },
      update: { where: { 'reference.choice': { eq: 'large' } } },
      history: { where: { 'reference.reference.code': { ne: 'TOP' } } },
      bulk: { where: { 'reference.integer': { gte: 5 } } },
      export: true,
    },
    student: {},
  },
})
