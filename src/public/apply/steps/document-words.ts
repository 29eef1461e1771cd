import type { DocumentName } from '#resources/application-documents.ts'
import { documentFor } from '#resources/application-documents.ts'
import { knownIntake } from '../../university.ts'
import type { Values } from '../draft.ts'

/** The key of the document's texts, which depend on the degree of the chosen programme. */
export const documentOf = (name: DocumentName, { specializationId }: Pick<Values, 'specializationId'>): string =>
  documentFor(name, knownIntake()?.specializations.find(({ id }) => id === specializationId)?.cycle)
