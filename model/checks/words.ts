/**
 * Schemas of declarations: the closed list of properties and the shape of each. The types in `kinds/` and `resource.ts` repeat
 * them for the compiler. A property that is in only one of the two does not compile.
 */
import * as z from 'zod/mini'
import type { AnyExtension } from '../extension.ts'
import { type FieldSpec, kindNames, kindOf } from '../field.ts'
import type { Words } from '../kind.ts'
import type {
  Action,
  AnyResource,
  Dependants,
  FormRule,
  Grant,
  ListSpec,
  Notice,
  ResourceSpec,
  ResourceTexts,
  RoleAccess,
  Rule,
  Workflow,
} from '../resource.ts'
import { statementParts } from '../statement.ts'
import { declaredPowers, grants, iconNames, type Role, roles, tones } from '../vocabulary.ts'
import { meant, type Report } from './report.ts'
import { byName, maybe, name, names, oneOf, optional, part, someRoles } from './shape.ts'

const tone = optional(z.enum(tones))
const places = optional(z.array(z.enum(['row', 'bulk'])))
const stamps = optional(oneOf('a field nor a list of fields', name, names))
/** Conditions are checked elsewhere because that requires the fields that they read (`values.ts`). */
const condition = z.record(z.string(), z.unknown())
const mayHold = optional(condition)

const action: Words<Action> = {
  on: z.array(z.enum(['row', 'bulk'])),
  roles: someRoles,
  when: mayHold,
  set: z.record(z.string(), z.unknown()),
  input: maybe.names,
  requires: maybe.names,
  // Checked like the fields of the resource.
  asks: byName(z.unknown()),
  stamps,
  byServer: maybe.mark,
  undo: optional(z.literal(false)),
  tone,
}
const step: Words<Workflow['transitions'][string]> = {
  from: names,
  to: name,
  roles: someRoles,
  when: mayHold,
  on: places,
  input: maybe.names,
  requires: maybe.names,
  stamps,
  tone,
}
const list: Words<ListSpec> = {
  columns: names,
  headings: maybe.names,
  told: maybe.mark,
  sort: names,
  filters: maybe.names,
  facets: maybe.names,
  search: maybe.names,
  searchThrough: maybe.names,
  views: byName(part<NonNullable<ListSpec['views']>[string]>({ where: condition, sort: maybe.names, columns: maybe.names })),
  opens: maybe.name,
  editable: maybe.names,
}
const grant = oneOf(
  'true, nor { where: … }, nor { scope: … }',
  z.literal(true),
  part<Extract<Grant, { where: unknown }>>({ where: condition }),
  part<Extract<Grant, { scope: unknown }>>({ scope: name }),
)
/** The same schema for each word. */
const named = <W extends string>(words: readonly W[], schema: z.ZodMiniType) =>
  // The cast is safe: the keys are exactly these words.
  Object.fromEntries(words.map((word) => [word, schema])) as { [each in W]: z.ZodMiniType }
const roleAccess = part<RoleAccess>(named(grants, optional(grant)))
const access = named(roles, optional(roleAccess))
const notice = part<Notice>({
  type: name,
  to: oneOf('a field, nor a list of fields, nor { role: … }', name, names, part<{ role: Role }>({ role: z.enum(roles) })),
  subject: maybe.name,
  link: maybe.name,
  when: mayHold,
})

const words = byName(z.string())
const texts = optional(
  part<ResourceTexts>({
    one: maybe.name,
    many: maybe.name,
    new: maybe.name,
    fields: words,
    help: words,
    headings: words,
    choices: byName(z.record(z.string(), z.string())),
    sections: words,
    shapes: words,
    rules: words,
    views: words,
    actions: words,
    refusals: words,
  }),
)

const resource: Words<ResourceSpec> = {
  name,
  path: name,
  page: maybe.name,
  icon: z.enum(iconNames),
  paths: optional(part<NonNullable<AnyResource['paths']>>({ list: maybe.name, create: maybe.name, update: maybe.name })),
  customRoutes: optional(z.array(z.enum(['list', 'create']))),
  logsReads: maybe.mark,
  exportAsksPassword: optional(z.boolean()),
  power: optional(z.enum(declaredPowers)),
  single: maybe.mark,
  title: names,
  texts,
  // Checked below by field type.
  fields: z.record(z.string(), z.unknown()),
  sections: z.record(z.string(), z.array(oneOf('a field nor a pair of fields', name, z.tuple([name, name])))),
  form: byName(part<FormRule>({ visibleWhen: mayHold, requiredWhen: mayHold, readOnlyWhen: mayHold })),
  rules: byName(part<Rule>({ check: condition, field: name })),
  list: part<ListSpec>(list),
  summary: maybe.names,
  gone: maybe.names,
  unique: optional(z.array(names)),
  access: part<AnyResource['access']>(access),
  workflow: optional(
    part<Workflow>({
      field: name,
      initial: name,
      stamps,
      byServer: maybe.names,
      transitions: z.record(z.string(), part<Workflow['transitions'][string]>(step)),
    }),
  ),
  dependants: byName(part<Dependants>({ field: name, where: byName(z.string()), current: maybe.name, restrict: maybe.name })),
  actions: byName(part<Action>(action)),
  notifies: byName(oneOf('a notice nor a list of notices', notice, z.array(notice))),
  import: optional(
    part<NonNullable<AnyResource['import']>>({
      ...{ key: names, beside: maybe.names, shows: maybe.names, creates: optional(z.literal(false)) },
      statement: optional(z.strictObject(Object.fromEntries(statementParts.map((one) => [one, maybe.name])))),
    }),
  ),
}
const resourceSchema = part<ResourceSpec>(resource)

const { columns, filters, facets, search, editable, views } = { ...list, columns: maybe.names }
const extensionSchema = part<AnyExtension>({
  name,
  fields: byName(z.unknown()),
  sections: optional(resource.sections),
  form: resource.form,
  rules: resource.rules,
  list: optional(part<NonNullable<AnyExtension['list']>>({ columns, filters, facets, search, editable, views })),
  access: optional(resource.access),
  actions: resource.actions,
  notifies: resource.notifies,
  texts,
  gone: resource.gone,
})

/** Reports unknown properties of an extension. Their contents are checked after they are merged into the resource. */
export const checkExtensionWords = (extension: AnyExtension, place: string, report: Report): boolean =>
  complain(extensionSchema, extension, place, report)

/** Whether the field is a generated translation. Its source field is checked instead (`translations.ts`). */
const saysAnother = ({ options }: FieldSpec) => typeof options === 'object' && options !== null && 'translates' in options

/**
 * Reports unknown properties and values of the wrong shape. Returns whether the declaration is well-formed, so that its
 * contents can be checked.
 */
export function checkWords(resource: AnyResource, report: Report): boolean {
  let isSound = complain(resourceSchema, resource, resource.name, report)
  if (typeof resource.fields !== 'object' || resource.fields === null) return false
  const fields = Object.entries(resource.fields)
    .filter(([, spec]) => !saysAnother(spec))
    .map(([name, spec]): [string, FieldSpec] => [`${resource.name}.${name}`, spec])
  for (const [name, action] of Object.entries(resource.actions ?? {}))
    for (const [asked, spec] of Object.entries(action.asks ?? {})) fields.push([`${resource.name}.actions.${name}.asks.${asked}`, spec])
  for (const [place, spec] of fields) if (!checkFieldWords(place, spec, report)) isSound = false
  return isSound
}

function checkFieldWords(place: string, spec: FieldSpec, report: Report): boolean {
  if (!kindNames.includes(spec?.kind)) {
    report(place, `is of the unknown kind ${spec?.kind}${meant(String(spec?.kind), kindNames)}`)
    return false
  }
  const { options, parts } = kindOf(spec)
  const schema = part<object>({ kind: name, options: part<object>(options), ...parts } as Words<object>)
  return complain(schema, spec, place, (where, problem) =>
    report(where.replace('.options', ''), where.includes('.options') ? problem.replace('unknown word', 'unknown option') : problem),
  )
}

/** Reports the issues. Returns false if the value does not have the shape that later checks rely on. */
function complain(schema: z.ZodMiniType, value: unknown, place: string, report: Report): boolean {
  const result = schema.safeParse(value, { reportInput: true })
  let isSound = true
  for (const issue of result.error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys' && issue.code !== 'invalid_value') isSound = false
    for (const problem of problemsOf(issue)) report([place, ...issue.path].join('.'), problem)
  }
  return isSound
}

function problemsOf(issue: z.core.$ZodIssue): readonly string[] {
  const { input } = issue
  if (issue.code === 'invalid_value') {
    if (input === undefined) return ['is missing']
    const values = issue.values.map(String)
    const said = values.length > 4 ? `no word of the language` : `not ${values.join(' or ')}`
    return [`is ${JSON.stringify(input)}, ${said}${meant(String(input), values)}`]
  }
  if (issue.code === 'invalid_type')
    return [input === undefined ? 'is missing' : `is ${JSON.stringify(input)}, where a ${issue.expected} belongs`]
  return issue.message.split('\n')
}
