import type { PageText } from './page-text.ts'
import { optionsPerRequest, type useOptions } from './use-options.ts'

/** Returns the note that appears below the options of a reference, or in place of the options. */
export function optionsNote(
  { isError, data }: ReturnType<typeof useOptions>,
  t: PageText['t'],
): string {
  if (isError) return t('fields.optionsFailed')
  if (data === undefined) return t('fields.loading')
  if (data.totalCount === 0) return t('fields.noOptions')
  return data.totalCount > optionsPerRequest
    ? t('fields.moreOptions', { count: data.totalCount - optionsPerRequest })
    : ''
}
