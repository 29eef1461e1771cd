/**
 * Documents and questions of an application: the ones for all applicants, and the ones that
 * programmes add, including custom ones.
 */

import { isFieldType } from '@matricola/schema/field.ts'
import { isId } from '@matricola/schema/paths.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { fieldOf, sectionFields } from '@matricola/schema/resource-fields.ts'
import { standardDocuments } from './admission/fixed-items.ts'
import { type FormAnswers, isItemId } from './admission/form-item-id.ts'
import { registrations } from './registrations.ts'
import type { specializations } from './specializations.ts'

type Fields = typeof registrations.fields
type FileField = {
  [F in keyof Fields]: Fields[F] extends { readonly type: 'file' } ? F : never
}[keyof Fields]

/** Name of a document in requests, change requests and assessments. */
export type DocumentName = string

type StandardDocument = (typeof standardDocuments)[number]

const isFile = (field: string) => isFieldType(fieldOf(asAnyResource(registrations), field), 'file')

/**
 * The field of a document. Following the specification, it is returned as `fileCVUrl` and sent as
 * `fileCV`.
 */
// Custom documents exist at run time only.
export const documentField = (name: DocumentName) => `${name}Url` as FileField

/** The field under which the file table stores the document of a form's item. */
const itemFileField = (id: string) => `answers.${id}`

/** The field under which the file table stores a document. */
export const fileFieldOf = (name: DocumentName): string =>
  isItemId(name) ? itemFileField(name) : documentField(name)

/** Where the values of an application contain a document. */
export const documentPathOf = (name: DocumentName): readonly string[] =>
  fileFieldOf(name).split('.')

/** Whether the application form or a form's item can ask for a document of this name. */
export const isDocumentOrItem = (name: string): boolean => isDocumentName(name) || isItemId(name)

/** The document whose files the file table stores under a field; undefined if there is none. */
export const documentOfFileField = (field: string): DocumentName | undefined =>
  documentNames.find((name) => documentField(name) === field) ??
  [field.slice(itemFileField('').length)].find((id) => isItemId(id) && itemFileField(id) === field)

/** The id of a document's file in the values of an application; null if there is none. */
export function documentFileId(
  values: { readonly [field: string]: unknown },
  name: DocumentName,
): string | null {
  const { answers } = values
  const value = isItemId(name)
    ? typeof answers === 'object' && (answers as FormAnswers | null)?.[name]
    : values[documentField(name)]
  return typeof value === 'string' && isId(value) ? value : null
}

const requestNameOf = (field: string) => (isFile(field) ? field.replace(/Url$/, '') : field)

/**
 * Fields that applicants see only if a chosen programme requires them: the section `requirements`,
 * including its extensions.
 */
export const programmeQuestionFields: readonly string[] = sectionFields(
  registrations.sections.requirements ?? [],
)

/**
 * The fields that programmes name, without duplicates and in form order. Custom fields that no
 * longer exist are dropped.
 */
export const programmeQuestionsAmong = (named: readonly string[]): readonly string[] =>
  programmeQuestionFields.filter((name) => named.includes(name))

/** Programme questions with text answers. */
export const textQuestions: readonly string[] = programmeQuestionFields.filter(
  (field) => !isFile(field),
)
/** Programme questions that are answered with a document, under the names used in requests. */
export const programmeDocumentNames: readonly DocumentName[] = programmeQuestionFields
  .filter(isFile)
  .map(requestNameOf)

/** Every document, in form order. */
export const documentNames: readonly DocumentName[] = [
  ...standardDocuments,
  ...programmeDocumentNames,
]

export const isDocumentName = (name: string): boolean => documentNames.includes(name)

/**
 * The name used in requests and responses, such as `fileCV`. Accepts this name or the name of the
 * document's field.
 */
export const toSentName = (name: string): string =>
  documentNames.find((document) => documentField(document) === name) ?? name

/** Personal data in an application, in form order. */
export const personalFields = [
  'cnp',
  'foreignIdNumber',
  'lastName',
  'firstName',
  'birthDate',
  'sex',
  'citizenship',
  'serialNumber',
  'personalEmail',
  'phone',
  'country',
  'city',
  'address',
  'postalCode',
] as const satisfies readonly (keyof Fields)[]

const fixed: readonly string[] = ['foreignIdNumber', 'citizenship']

/**
 * Fields that a change request can name, in form order. It can also name questions of the office.
 * Source: domain rules, 2.3.
 */
export const changeableFields: readonly string[] = [
  ...personalFields.filter((name) => !fixed.includes(name)),
  ...['departmentProfileId', 'specializationId'],
  ...textQuestions,
  ...documentNames,
]
export const isChangeable = (name: string): boolean =>
  changeableFields.includes(name) || isItemId(name)

/** Whether a change request asks for a document, which can be one of a form. */
export const isDocumentRequest = ({
  field,
  item,
}: {
  readonly field: string
  readonly item?: { readonly type: string } | undefined
}): boolean => (item ? item.type === 'file' : isDocumentName(field))

/**
 * Sorts requested or answered changes in form order. Questions of the office come last, in the given
 * order.
 */
export function inFormOrder<C extends { readonly field: string }>(changes: readonly C[]): C[] {
  const position = ({ field }: C) =>
    isItemId(field) ? changeableFields.length : changeableFields.indexOf(field)
  return [...changes].sort((one, other) => position(one) - position(other))
}

/** Field types that the application form supports. */
const askableFieldTypes: readonly string[] = ['text', 'longText', 'choice', 'integer', 'file']

/**
 * Returns the fields of the section `requirements` that the form does not support, as error
 * messages. Any message prevents startup.
 */
export function questionFieldMistakes(): string[] {
  return programmeQuestionFields.flatMap((name) => {
    const { type, options } = fieldOf(asAnyResource(registrations), name)
    const mistake = !askableFieldTypes.includes(type)
      ? `fields of type ${type} cannot be questions for applicants`
      : type === 'file' && !name.endsWith('Url')
        ? 'the name of a document for applicants must end in Url'
        : options.optional !== true
          ? 'must be optional, because only some programmes require it'
          : undefined
    return mistake ? [`registrations.${name}: ${mistake}`] : []
  })
}

export type DegreeCycle = keyof typeof specializations.fields.cycle.choices

/**
 * Requirements for each of the three usual files, by degree. Label, hint and error of each document
 * are in the `apply` texts under this name. A file that was uploaded as a different document counts
 * as missing.
 */
export const applicationDocuments = {
  bachelor: { fileIdCard: 'fileIdCard', fileDiploma: 'fileDiploma', fileCV: 'fileCV' },
  master: { fileIdCard: 'fileIdCard', fileDiploma: 'bachelorDiploma', fileCV: 'fileCV' },
} as const satisfies { readonly [D in DegreeCycle]: { readonly [N in StandardDocument]: string } }

const isDegree = (cycle: string): cycle is DegreeCycle => cycle in applicationDocuments
export const isStandardDocument = (name: string): name is StandardDocument =>
  standardDocuments.some((document) => document === name)

/**
 * The document that programmes of the degree require for `name`. An unknown degree counts as a
 * bachelor's degree. Applicants with a passport send it instead of an identity card.
 */
export const documentFor = (
  name: DocumentName,
  cycle: string | undefined,
  identityType?: unknown,
): string =>
  name === 'fileIdCard' && identityType === 'passport'
    ? identityType
    : isStandardDocument(name)
      ? applicationDocuments[cycle !== undefined && isDegree(cycle) ? cycle : 'bachelor'][name]
      : name

/** Text key of the document's label for applicants and staff, in emails and on certificates. */
export const documentLabelKey = (
  name: DocumentName,
  cycle: string | undefined,
  identityType?: unknown,
): string =>
  isStandardDocument(name)
    ? `apply:documents.${documentFor(name, cycle, identityType)}.label`
    : `resources:${registrations.name}.fields.${documentField(name)}`
