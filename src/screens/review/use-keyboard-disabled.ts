import { useRef } from 'react'

/** Time for which decision keys are ignored once another file has come up, as they may be meant for the last one. */
const deafMs = 400

/** Answers whether the file on the screen has taken another's place just now. */
export function useKeyboardDisabled(fileId: string): () => boolean {
  const shown = useRef({ id: fileId, at: Number.NEGATIVE_INFINITY })
  if (shown.current.id !== fileId) shown.current = { id: fileId, at: performance.now() }
  return () => performance.now() - shown.current.at < deafMs
}
