import { NotFound } from './not-found.tsx'

/** The public page of the current path; unknown paths get the not-found page. */
export function PublicPages() {
  return <NotFound />
}
