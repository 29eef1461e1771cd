import type { DocumentName } from '#resources/application-documents.ts'
import { documentFor } from '#resources/application-documents.ts'
import { knownIntake } from '../../university.ts'
import type { Values } from '../draft.ts'

/** Document that a file is for, by the degree of the chosen programme: the name of its texts. */
export const documentOf = (name: DocumentName, { specializationId }: Pick<Values, 'specializationId'>): string =>
  documentFor(name, knownIntake()?.specializations.find(({ id }) => id === specializationId)?.cycle)
