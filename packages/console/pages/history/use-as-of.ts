import { isRealDate } from '@matricola/schema/values/dates.ts'
import { useSearchParams } from 'react-router'

/** The day in the page's URL, and a function to change it; null means now. */
export function useAsOf(): readonly [asOf: string | null, show: (day: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const day = params.get('asOf') ?? ''
  const show = (next: string | null) =>
    setParams((currentParams) => {
      const changed = new URLSearchParams(currentParams)
      if (next === null) changed.delete('asOf')
      else changed.set('asOf', next)
      if (changed.has('pageNumber')) changed.set('pageNumber', '1')
      return changed
    })
  return [isRealDate(day) ? day : null, show]
}
