import { toListArguments } from '@matricola/providers/data.ts'
import type { HttpError } from '@matricola/providers/http.ts'
import { translationName } from '@matricola/schema/translated-fields.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { emptyListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useList } from '@refinedev/core'
import { messageTemplates } from '#resources/message-templates.ts'

const longestList = 100

/** The active templates, by name. Empty until they are loaded. */
export function useTemplates(): readonly WireRecord[] {
  const { query } = useList<WireRecord, HttpError>({
    resource: messageTemplates.name,
    ...toListArguments({
      ...{ ...emptyListQuery, pageSize: longestList, sort: messageTemplates.list.sort },
      filters: { isActive: 'true' },
    }),
  })
  return query.data?.data ?? []
}

/** The text of a template in a language; null if it has none. */
export function translatedText(template: WireRecord, language: Language): string | null {
  const translation = template[translationName('body', language)]
  return typeof translation === 'string' ? translation : null
}
