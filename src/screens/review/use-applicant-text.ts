import { textsIn } from '@matricola/console/i18n.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { languages } from '#resources/languages.ts'

type Text = (key: string, params?: Readonly<Record<string, string | number>>) => string

/** Query for the texts in an applicant's language, for messages to the applicant. */
export const applicantTextQuery = (language: string) => {
  const applicantLanguage: Language = languages.find((candidate) => candidate === language) ?? 'ro'
  return queryOptions({
    queryKey: ['applicant-texts', applicantLanguage],
    // Wrapped in an object, because the query cache compares values and cannot compare functions.
    queryFn: async () => ({
      text: await textsIn(applicantLanguage, 'review', 'resources', 'apply'),
    }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
}

/** The texts; undefined until they are loaded. */
export const useApplicantText = (language: string): Text | undefined =>
  useQuery(applicantTextQuery(language)).data?.text
