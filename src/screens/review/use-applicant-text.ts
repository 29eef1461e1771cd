import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Language, languages } from '#model/vocabulary.ts'
import { textsIn } from '#src/i18n.ts'

type Text = (key: string, params?: Readonly<Record<string, string | number>>) => string

/** Texts in the language of an applicant, for what is sent to them. */
export const applicantTextQuery = (language: string) => {
  const known: Language = languages.find((each) => each === language) ?? 'ro'
  return queryOptions({
    queryKey: ['applicant-texts', known],
    // A function is no value to compare: it is kept inside one.
    queryFn: async () => ({ text: await textsIn(known, 'pages', 'resources', 'apply') }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
}

/** The texts, or undefined until they are loaded. */
export const useApplicantText = (language: string): Text | undefined => useQuery(applicantTextQuery(language)).data?.text
