import { useEffect, useState } from 'react'
import { useHttp } from './console-context.ts'
import { lazyOverlay } from './lazy-overlay.tsx'

const PasswordDialog = lazyOverlay(
  async () => (await import('../screens/password-dialog.tsx')).PasswordDialog,
)

/**
 * Asks for the password when a call requires reauthentication. Concurrent calls share one prompt.
 */
export function PasswordPrompt() {
  const { setPasswordPrompt } = useHttp()
  const [question, setQuestion] = useState<{
    readonly answer: (isConfirmed: boolean) => void
  } | null>(null)
  useEffect(() => {
    let pendingAnswer: Promise<boolean> | null = null
    setPasswordPrompt(() => {
      pendingAnswer ??= new Promise<boolean>((answer) => setQuestion({ answer })).finally(() => {
        pendingAnswer = null
        setQuestion(null)
      })
      return pendingAnswer
    })
    return () => setPasswordPrompt(null)
  }, [setPasswordPrompt])
  if (!question) return null
  return <PasswordDialog onAnswer={question.answer} />
}
