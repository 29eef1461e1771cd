import type { DocumentName } from '#resources/application-documents.ts'
import { documentFor } from '#resources/application-documents.ts'
import { cachedPublicConfig } from '../../public-config.ts'
import type { DraftValues } from '../application-draft.ts'

/** Text key of the document. Its texts depend on the degree of the chosen programme. */
export const documentTextKey = (
  name: DocumentName,
  { specializationId, identityType }: Pick<DraftValues, 'specializationId' | 'identityType'>,
): string =>
  documentFor(
    name,
    cachedPublicConfig()?.specializations.find(({ id }) => id === specializationId)?.cycle,
    identityType,
  )
