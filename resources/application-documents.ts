import type { DocumentName } from '#model/admission/documents.ts'
import type { specializations } from './specializations.ts'

/** The degree that a programme leads to. */
export type Degree = keyof typeof specializations.fields.cycle.choices

/**
 * Document that each of the three files is, by the degree that is applied for. A label, a hint and the words for a missing
 * one stand in the `apply` texts under its name; a file that was chosen as another document counts as missing.
 */
export const applicationDocuments = {
  bachelor: { fileIdCard: 'fileIdCard', fileDiploma: 'fileDiploma', fileCV: 'fileCV' },
  master: { fileIdCard: 'fileIdCard', fileDiploma: 'bachelorDiploma', fileCV: 'fileCV' },
} as const satisfies { readonly [D in Degree]: { readonly [N in DocumentName]: string } }

const isDegree = (cycle: string): cycle is Degree => cycle in applicationDocuments

/** The document that a file is for; as for a bachelor's degree until one is known. */
export const documentFor = (name: DocumentName, cycle: string | undefined): string =>
  applicationDocuments[cycle !== undefined && isDegree(cycle) ? cycle : 'bachelor'][name]

/** The key of what that document is called, to everybody: applicants, the office, mails and papers. */
export const documentLabelKey = (name: DocumentName, cycle: string | undefined): string =>
  `apply:documents.${documentFor(name, cycle)}.label`
