import { samplesOf } from '@matricola/schema/field.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { field, fieldTypes } from '#resources/field.ts'
import { languages } from '#resources/languages.ts'

/** Field types that a user can fill in. */
const samples = samplesOf(fieldTypes, languages).map(({ name, fieldType, field }) => ({
  name,
  fieldType,
  // Every field whose type can be translated is translated.
  spec:
    'translated' in fieldType.options
      ? { ...field, options: { ...field.options, translated: true } }
      : field,
}))
const inLists = samples.flatMap(({ name, fieldType: { traits, family } }) =>
  traits.includes('sortable') && family !== 'secret' ? [name] : [],
)

/** An entity with an optional field of every type, to test the behaviour common to all of them. */
export const specimens = defineResource({
  name: 'specimens',
  path: 'specimens',
  icon: 'documents',
  title: ['code'],
  fields: {
    code: field.text({ min: 1, max: 20, unique: true }),
    /** An SQL reserved word. The field previously had a different name. */
    order: field.integer({ min: 0, max: 1000, optional: true, renamedFrom: 'rank' }),
    // The compiler does not know the types of these fields.
    ...(Object.fromEntries(samples.map(({ name, spec }) => [name, spec])) as object),
    choice: field.choice(
      { small: { color: 'blue' }, large: {} },
      { optional: true, renamed: { tiny: 'small' }, merged: { huge: 'large', odd: null } },
    ),
    reference: field.reference('specimens', { optional: true }),
    many: field.many('specimens', 'reference'),
    links: field.links('specimens', { optional: true, max: 3 }),
    /** The reverse side of the links. */
    linkedFrom: field.many('specimens', 'links'),
    data: field.data<{ readonly said: string }>(),
  },
  sections: { general: ['code', 'order', ...samples.map(({ name }) => name)] as 'code'[] },
  // The first field depends on another field. The second field depends on itself.
  form: {
    text: { readOnlyWhen: { order: { eq: 999 } } },
    integer: { readOnlyWhen: { integer: { eq: 999 } } },
  } as object,
  list: {
    columns: ['code', 'order', ...inLists] as 'code'[],
    sort: ['code'],
    filters: ['code', 'order', 'choice', 'reference', 'links'],
    facets: ['links'],
  },
  import: { key: ['code'] },
  access: {
    admin: {
      read: true,
      create: true,
      update: true,
      history: true,
      bulk: true,
      import: true,
      export: true,
    },
    secretary: {},
    // Conditions on the specimen that `reference` points to.
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
