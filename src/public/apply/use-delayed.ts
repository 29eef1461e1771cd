import { useEffect, useState } from 'react'

/** True once `isOn` has been true for `ms` milliseconds. */
export function useDelayed(isOn: boolean, ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false)
  useEffect(() => {
    if (!isOn) return setElapsed(false)
    const timer = setTimeout(() => setElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [isOn, ms])
  return hasElapsed
}
