import { maxPageSize } from '@matricola/schema/vocabulary.ts'

export interface PageQuery {
  readonly pageNumber?: number | undefined
  readonly pageSize?: number | undefined
}

const defaultPageSize = 25

/** The requested page of a list, and the number of rows before it. */
export function pageOf({ pageNumber = 1, pageSize = defaultPageSize }: PageQuery) {
  const size = Math.min(pageSize, maxPageSize)
  return { page: pageNumber, pageSize: size, skip: (pageNumber - 1) * size }
}
