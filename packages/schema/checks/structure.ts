/**
 * Schemas of declarations: the closed list of properties and the shape of each property. The types
 * in `packages/schema/field-types/` and `resource.ts` repeat them for the compiler. A property that
 * is missing from the schemas or from the types does not compile.
 */
import * as z from 'zod/mini'
import { statementParts } from '../bank-statement.ts'
import type { AnyExtension } from '../extension.ts'
import { type FieldSpec, findFieldType } from '../field.ts'
import type { SchemaShape } from '../field-type.ts'
import { memoize } from '../memoize.ts'
import type { Registry } from '../registry.ts'
import type {
  Action,
  AnyResource,
  Dependants,
  FormRule,
  Grant,
  ListSpec,
  NotificationRule,
  ResourceSpec,
  ResourceTexts,
  RoleAccess,
  Rule,
  Workflow,
} from '../resource.ts'
import { grants, type Role, tones } from '../vocabulary.ts'
import type { ErrorType } from '../wire/errors.ts'
import { didYouMean, type Report } from './report.ts'
import {
  nameText,
  nameTexts,
  oneOf,
  optional,
  optionalRecord,
  optionalSchemas,
  strictShape,
} from './shape.ts'

const tone = optional(z.enum(tones))
const places = optional(z.array(z.enum(['row', 'bulk'])))
const stamps = optional(oneOf('a field or a list of fields', nameText, nameTexts))
/**
 * Conditions are checked in `values.ts`, because checking them requires the fields that they read.
 */
const condition = z.record(z.string(), z.unknown())
const optionalCondition = optional(condition)

const list: SchemaShape<ListSpec> = {
  columns: nameTexts,
  headings: optionalSchemas.names,
  loadedMessage: optionalSchemas.flag,
  sort: nameTexts,
  filters: optionalSchemas.names,
  facets: optionalSchemas.names,
  search: optionalSchemas.names,
  searchThrough: optionalSchemas.names,
  views: optionalRecord(
    strictShape<NonNullable<ListSpec['views']>[string]>({
      where: condition,
      sort: optionalSchemas.names,
      columns: optionalSchemas.names,
    }),
  ),
  defaultView: optionalSchemas.name,
  editable: optionalSchemas.names,
}
const grant = oneOf(
  'true, { where: … } or { scope: … }',
  z.literal(true),
  strictShape<Extract<Grant, { where: unknown }>>({ where: condition }),
  strictShape<Extract<Grant, { scope: unknown }>>({ scope: nameText }),
)
/** Returns an object with the same schema for each word. */
const schemaForEach = <W extends string>(keys: readonly W[], schema: z.ZodMiniType) =>
  // The cast is safe: the keys are exactly these words.
  Object.fromEntries(keys.map((key) => [key, schema])) as { [each in W]: z.ZodMiniType }
const roleAccess = strictShape<RoleAccess>(schemaForEach(grants, optional(grant)))
const textsByName = optionalRecord(z.string())
const texts = optional(
  strictShape<ResourceTexts>({
    one: optionalSchemas.name,
    many: optionalSchemas.name,
    new: optionalSchemas.name,
    fields: textsByName,
    help: textsByName,
    headings: textsByName,
    choices: optionalRecord(z.record(z.string(), z.string())),
    sections: textsByName,
    shapes: textsByName,
    rules: textsByName,
    views: textsByName,
    actions: textsByName,
    refusals: textsByName,
  }),
)

/** The words of an application that its declarations may use. */
export type Words = Pick<Registry, 'roles' | 'powers' | 'fieldTypes'>

/**
 * The schemas of resources, of extensions, and of the options of fields that name roles or powers.
 */
const createSchemas = memoize((words: Words) => {
  const role = z.enum(words.roles)
  const roles = z.array(role)
  const power = optional(z.enum(words.powers))
  const action: SchemaShape<Action> = {
    on: z.array(z.enum(['row', 'bulk'])),
    roles,
    when: optionalCondition,
    set: z.record(z.string(), z.unknown()),
    input: optionalSchemas.names,
    requires: optionalSchemas.names,
    // Checked like the fields of the resource.
    extraFields: optionalRecord(z.unknown()),
    stamps,
    hasServerCode: optionalSchemas.flag,
    undo: optional(z.literal(false)),
    requiresReauthentication: optionalSchemas.flag,
    tone,
  }
  const transition: SchemaShape<Workflow['transitions'][string]> = {
    from: nameTexts,
    to: nameText,
    roles,
    when: optionalCondition,
    on: places,
    input: optionalSchemas.names,
    requires: optionalSchemas.names,
    stamps,
    requiresReauthentication: optionalSchemas.flag,
    tone,
  }
  const access = schemaForEach(words.roles, optional(roleAccess))
  const notificationRule = strictShape<NotificationRule>({
    type: nameText,
    to: oneOf(
      'a field, a list of fields or { role: … }',
      nameText,
      nameTexts,
      strictShape<{ role: Role }>({ role }),
    ),
    subject: optionalSchemas.name,
    link: optionalSchemas.name,
    when: optionalCondition,
  })

  const resource: SchemaShape<ResourceSpec> = {
    name: nameText,
    path: nameText,
    page: optionalSchemas.name,
    icon: nameText,
    menu: optionalSchemas.name,
    paths: optional(
      strictShape<NonNullable<AnyResource['paths']>>({
        list: optionalSchemas.name,
        create: optionalSchemas.name,
        update: optionalSchemas.name,
      }),
    ),
    customRoutes: optional(z.array(z.enum(['list', 'create']))),
    logsReads: optionalSchemas.flag,
    exportRequiresReauthentication: optional(z.boolean()),
    power,
    singleton: optionalSchemas.flag,
    title: nameTexts,
    texts,
    // Checked below by field type.
    fields: z.record(z.string(), z.unknown()),
    sections: z.record(
      z.string(),
      z.array(oneOf('a field or a pair of fields', nameText, z.tuple([nameText, nameText]))),
    ),
    form: optionalRecord(
      strictShape<FormRule>({
        visibleWhen: optionalCondition,
        requiredWhen: optionalCondition,
        readOnlyWhen: optionalCondition,
      }),
    ),
    rules: optionalRecord(strictShape<Rule>({ check: condition, field: nameText })),
    list: strictShape<ListSpec>(list),
    summary: optionalSchemas.names,
    removedFields: optionalSchemas.names,
    unique: optional(z.array(nameTexts)),
    access: strictShape<AnyResource['access']>(access),
    workflow: optional(
      strictShape<Workflow>({
        field: nameText,
        initial: nameText,
        stamps,
        setByServer: optionalSchemas.names,
        transitions: z.record(z.string(), strictShape<Workflow['transitions'][string]>(transition)),
      }),
    ),
    dependants: optionalRecord(
      strictShape<Dependants>({
        field: nameText,
        where: optionalRecord(z.string()),
        matchesSetting: optionalSchemas.name,
        restrict: optional(
          oneOf(
            'an error code or an error of defineErrors',
            nameText,
            strictShape<ErrorType>({ code: nameText, status: z.int() }),
          ),
        ),
      }),
    ),
    actions: optionalRecord(strictShape<Action>(action)),
    notifies: optionalRecord(
      oneOf(
        'a notification or a list of notifications',
        notificationRule,
        z.array(notificationRule),
      ),
    ),
    import: optional(
      strictShape<NonNullable<AnyResource['import']>>({
        ...{
          key: nameTexts,
          fallbackKey: optionalSchemas.names,
          previewColumns: optionalSchemas.names,
          allowsCreate: optional(z.literal(false)),
        },
        statement: optional(
          z.strictObject(
            Object.fromEntries(statementParts.map((one) => [one, optionalSchemas.name])),
          ),
        ),
      }),
    ),
  }
  const { columns, filters, facets, search, editable, views } = {
    ...list,
    columns: optionalSchemas.names,
  }
  return {
    resource: strictShape<ResourceSpec>(resource),
    extension: strictShape<AnyExtension>({
      name: nameText,
      fields: optionalRecord(z.unknown()),
      before: optional(
        strictShape<NonNullable<AnyExtension['before']>>({
          field: optionalSchemas.name,
          section: optionalSchemas.name,
        }),
      ),
      sections: optional(resource.sections),
      form: resource.form,
      rules: resource.rules,
      list: optional(
        strictShape<NonNullable<AnyExtension['list']>>({
          columns,
          filters,
          facets,
          search,
          editable,
          views,
        }),
      ),
      access: optional(resource.access),
      actions: resource.actions,
      notifies: resource.notifies,
      texts,
      removedFields: resource.removedFields,
    }),
    fieldOptions: { read: optional(roles), write: optional(roles), power },
  }
})

/**
 * Reports unknown properties of an extension. Their contents are checked after they are merged into
 * the resource.
 */
export const checkExtensionStructure = (
  words: Words,
  extension: AnyExtension,
  path: string,
  report: Report,
): boolean => reportIssues(createSchemas(words).extension, extension, path, report)

/**
 * Whether the field is a generated translation. Its source field is checked instead
 * (`translations.ts`).
 */
const isGeneratedTranslation = ({ options }: FieldSpec) =>
  typeof options === 'object' && options !== null && 'translates' in options

/**
 * Reports unknown properties and values of the wrong shape, and unknown field types, roles and
 * powers. Returns whether the declaration is well-formed, so that its contents can be checked.
 */
export function checkStructure(words: Words, resource: AnyResource, report: Report): boolean {
  let isWellFormed = reportIssues(createSchemas(words).resource, resource, resource.name, report)
  if (typeof resource.fields !== 'object' || resource.fields === null) return false
  const fields = Object.entries(resource.fields)
    .filter(([, spec]) => !isGeneratedTranslation(spec))
    .map(([name, spec]): [string, FieldSpec] => [`${resource.name}.${name}`, spec])
  for (const [name, action] of Object.entries(resource.actions ?? {}))
    for (const [question, spec] of Object.entries(action.extraFields ?? {}))
      fields.push([`${resource.name}.actions.${name}.extraFields.${question}`, spec])
  for (const [path, spec] of fields)
    if (!checkFieldStructure(words, path, spec, report)) isWellFormed = false
  return isWellFormed
}

function checkFieldStructure(
  words: Words,
  path: string,
  spec: FieldSpec | undefined,
  report: Report,
): boolean {
  const fieldType = spec && findFieldType(spec)
  if (!fieldType) {
    report(
      path,
      `unknown field type "${spec?.type}"${didYouMean(String(spec?.type), Object.keys(words.fieldTypes))}`,
    )
    return false
  }
  const { parts } = fieldType
  const options = { ...fieldType.options, ...createSchemas(words).fieldOptions }
  const schema = strictShape<object>({
    type: nameText,
    options: strictShape<object>(options),
    ...parts,
  } as SchemaShape<object>)
  return reportIssues(schema, spec, path, (issuePath, problem) =>
    report(
      issuePath.replace('.options', ''),
      issuePath.includes('.options')
        ? problem.replace('unknown property', 'unknown option')
        : problem,
    ),
  )
}

/**
 * Reports the issues. Returns false if the value does not have the shape that later checks rely on.
 */
function reportIssues(
  schema: z.ZodMiniType,
  value: unknown,
  path: string,
  report: Report,
): boolean {
  const result = schema.safeParse(value, { reportInput: true })
  let isWellFormed = true
  for (const issue of result.error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys' && issue.code !== 'invalid_value') isWellFormed = false
    for (const problem of problemsOf(issue)) report([path, ...issue.path].join('.'), problem)
  }
  return isWellFormed
}

function problemsOf(issue: z.core.$ZodIssue): readonly string[] {
  const { input } = issue
  if (issue.code === 'invalid_value') {
    if (input === undefined) return ['missing']
    const values = issue.values.map(String)
    const expected =
      values.length > 4
        ? ''
        : `, expected ${values.slice(0, -1).join(', ')}${values.length > 1 ? ' or ' : ''}${values.at(-1)}`
    return [`unknown value ${JSON.stringify(input)}${expected}${didYouMean(String(input), values)}`]
  }
  if (issue.code === 'invalid_type')
    return [
      input === undefined ? 'missing' : `expected ${issue.expected}, got ${JSON.stringify(input)}`,
    ]
  return issue.message.split('\n')
}
