import { builtInField as field, samplesOf } from '@matricola/schema/field.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import { asAnyResource, joinRegistry, type Registry } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'

const declareBuiltIn = (adminRole: Role) =>
  defineResource({
    name: 'sample',
    path: 'sample',
    icon: 'flag',
    title: ['text'],
    fields: {
      text: field.text({ min: 2, max: 40 }),
      code: field.text({ max: 12, pattern: 'code', optional: true }),
      encrypted: field.text({
        min: 5,
        max: 20,
        pattern: 'documentNumber',
        encrypted: true,
        optional: true,
      }),
      longText: field.longText({ max: 400, optional: true }),
      integer: field.integer({ min: 1, max: 10 }),
      decimal: field.decimal({ min: 0, max: 100, scale: 2, optional: true }),
      money: field.money({ min: 0, max: 1_000_000, optional: true }),
      boolean: field.boolean({}),
      date: field.date({ max: 'today' }),
      dateTime: field.dateTime({ optional: true }),
      fewChoices: field.choice({ red: { color: 'red' }, green: { color: 'green' } }),
      manyChoices: field.choice(
        { one: {}, two: {}, three: {}, four: {}, five: {} },
        { optional: true },
      ),
      set: field.set({ morning: {}, noon: {}, evening: {} }),
      reference: field.reference('users'),
      links: field.links('users', { optional: true, max: 3 }),
      email: field.email(),
      phone: field.phone({ optional: true }),
      file: field.file({ accept: ['pdf'], optional: true }),
      image: field.image({ accept: ['jpeg', 'png', 'webp'], optional: true }),
    },
    sections: {},
    list: { columns: [], sort: [] },
    access: { [adminRole]: { read: true, create: true, update: true } },
  })

const validValues = {
  text: 'Bibliotecă și arhivă',
  code: 'INF-101',
  encrypted: 'CJ482913',
  longText: 'Prima linie\nA doua linie, cu ș și ț.',
  integer: 6,
  decimal: 12.5,
  money: 12500,
  boolean: true,
  date: '2026-09-07',
  dateTime: '2026-09-07T13:05:00.000Z',
  fewChoices: 'green',
  manyChoices: 'three',
  set: ['morning', 'evening'],
  reference: '00000000-0000-4000-8000-000000000001',
  links: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
  email: 'ana.pop@example.ro',
  phone: '+40740123456',
  file: null,
  image: null,
}

const invalidValues = {
  text: 'A',
  code: 'inf 101',
  encrypted: 'CJ!',
  longText: 'x'.repeat(401),
  integer: 2.5,
  decimal: 1.234,
  money: 'abc',
  boolean: null,
  date: '31.02.2026',
  dateTime: '25:00',
  fewChoices: 'blue',
  manyChoices: 'six',
  set: ['noon', 'noon'],
  reference: 'nowhere',
  links: 'nowhere',
  email: 'ana.pop',
  phone: '12',
  file: 'lost',
  // Not an image, and not a URL that would be requested.
  image: 'data:,',
}

/**
 * A resource without a table that has one field of each type, and for each field a valid value and
 * one that validation rejects.
 */
export const createSample = memoize((registry: Registry) => {
  const builtIn = declareBuiltIn(registry.adminRole)
  const others = samplesOf(registry.fieldTypes).filter(
    ({ name }) => !Object.values(builtIn.fields).some((spec) => spec.type === name),
  )
  const fromOthers = <T>(
    part: (sample: (typeof others)[number]) => T,
  ): { readonly [type: string]: T } =>
    Object.fromEntries(others.map((sample) => [sample.name, part(sample)]))
  return {
    resource: joinRegistry(
      registry,
      asAnyResource({
        ...builtIn,
        fields: { ...builtIn.fields, ...fromOthers(({ field }) => field) },
      }),
    ),
    validValues: { ...validValues, ...fromOthers(({ values }) => values?.[1] ?? null) } as {
      readonly [name: string]: unknown
    },
    invalidValues: { ...invalidValues, ...fromOthers(({ refused }) => refused[0]) } as {
      readonly [name: string]: unknown
    },
  }
})
