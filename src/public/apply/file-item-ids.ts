import { cachedPublicConfig } from '../public-config.ts'

/** Ids of the documents that forms of the office ask for. */
export const fileItemIds = (): readonly string[] =>
  (cachedPublicConfig()?.forms ?? [])
    .flatMap(({ content }) => content.pages.flatMap(({ items }) => items))
    .flatMap(({ id, type }) => (type === 'file' ? [id] : []))
