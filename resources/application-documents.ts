/** Documents and questions of an application: those that everybody is asked for, and those that programmes ask for, a university's own among them. */
import { asAny } from '#model/registry.ts'
import { fieldOf, isKind, sectionFields } from '#model/resource.ts'
import { registrations } from './registrations.ts'
import type { specializations } from './specializations.ts'

type Fields = typeof registrations.fields
type FileField = { [F in keyof Fields]: Fields[F] extends { readonly kind: 'file' } ? F : never }[keyof Fields]

/** A document by the name under which it is sent, flagged and marked. */
export type DocumentName = string

/** The three documents of every application. */
export const usualDocuments = ['fileIdCard', 'fileDiploma', 'fileCV'] as const
type UsualDocument = (typeof usualDocuments)[number]

const isFile = (field: string) => isKind(fieldOf(asAny(registrations), field), 'file')

/** The field that holds a document: it is read as `fileCVUrl`, by the specification, and sent as `fileCV`. */
export const documentField = (name: DocumentName) => `${name}Url` as FileField // one that a university adds is one as well when the program runs

const sentAs = (field: string) => (isFile(field) ? field.replace(/Url$/, '') : field)

/** Fields of an application that are asked for where a chosen programme names them: its section `asked`, with what a university adds there. */
export const askedFields: readonly string[] = sectionFields(registrations.sections.asked ?? [])

/** Fields that programmes name, each once and in the order of the form, without those that a university no longer has. */
export const askedIn = (named: readonly string[]): readonly string[] => askedFields.filter((name) => named.includes(name))

/** Those of them that are answered in words, and those that are documents, as they are sent. */
export const questions: readonly string[] = askedFields.filter((field) => !isFile(field))
export const askedDocuments: readonly DocumentName[] = askedFields.filter(isFile).map(sentAs)

/** Every document, in the order of the form. */
export const documentNames: readonly DocumentName[] = [...usualDocuments, ...askedDocuments]

export const isDocumentName = (name: string): boolean => documentNames.includes(name)

/** A name as requests and answers spell it: documents go by `fileCV`, whether they are called so or by their field. */
export const spelledAsSent = (name: string): string => documentNames.find((document) => documentField(document) === name) ?? name

/** Facts about the person of an application, in the order of the form. */
export const personFacts = [
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

/** Fields that the office can ask an applicant to change, in the order of the form. Source: domain rules, 2.3. */
export const changeableFields: readonly string[] = [
  ...personFacts.filter((name) => !fixed.includes(name)),
  ...['departmentProfileId', 'specializationId'],
  ...questions,
  ...documentNames,
]
export const isChangeable = (name: string): boolean => changeableFields.includes(name)

/** Changes asked for or made, in the order of the form. */
export const inFormOrder = <C extends { readonly field: string }>(changes: readonly C[]): C[] =>
  [...changes].sort((one, other) => changeableFields.indexOf(one.field) - changeableFields.indexOf(other.field))

/** Kinds of fields that the form for applicants can ask. */
const askable: readonly string[] = ['text', 'longText', 'choice', 'integer', 'file']

/** Fields of the section `asked` that no form could ask for. They stop the start. */
export function unaskableFields(): string[] {
  return askedFields.flatMap((name) => {
    const { kind, options } = fieldOf(asAny(registrations), name)
    const fault = !askable.includes(kind)
      ? `is asked of applicants, which a field of the kind ${kind} cannot be`
      : kind === 'file' && !name.endsWith('Url')
        ? 'is a document that applicants are asked for, whose name ends in Url'
        : options.optional !== true
          ? 'is asked for by some programmes alone, and must be optional'
          : undefined
    return fault ? [`registrations.${name} ${fault}`] : []
  })
}

/** The degree that a programme leads to. */
export type Degree = keyof typeof specializations.fields.cycle.choices

/**
 * Document that each of the three files is, by the degree that is applied for. A label, a hint and the words for a missing
 * one stand in the `apply` texts under its name; a file that was chosen as another document counts as missing.
 */
export const applicationDocuments = {
  bachelor: { fileIdCard: 'fileIdCard', fileDiploma: 'fileDiploma', fileCV: 'fileCV' },
  master: { fileIdCard: 'fileIdCard', fileDiploma: 'bachelorDiploma', fileCV: 'fileCV' },
} as const satisfies { readonly [D in Degree]: { readonly [N in UsualDocument]: string } }

const isDegree = (cycle: string): cycle is Degree => cycle in applicationDocuments
export const isUsual = (name: string): name is UsualDocument => usualDocuments.some((document) => document === name)

/** The document that a file is for; as for a bachelor's degree until one is known. */
export const documentFor = (name: DocumentName, cycle: string | undefined): string =>
  isUsual(name) ? applicationDocuments[cycle !== undefined && isDegree(cycle) ? cycle : 'bachelor'][name] : name

/** The key of what that document is called, to everybody: applicants, the office, mails and papers. */
export const documentLabelKey = (name: DocumentName, cycle: string | undefined): string =>
  isUsual(name) ? `apply:documents.${documentFor(name, cycle)}.label` : `resources:${registrations.name}.fields.${documentField(name)}`
