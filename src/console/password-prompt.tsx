import { useEffect, useState } from 'react'
import { onPasswordAsked } from '#providers/http.ts'
import { later } from './later.tsx'

const PasswordDialog = later(async () => (await import('#src/screens/password-dialog.tsx')).PasswordDialog)

/** Asks for the password when a call requires reauthentication. Concurrent calls share one prompt. */
export function PasswordPrompt() {
  const [question, setQuestion] = useState<{ readonly answer: (isProved: boolean) => void } | null>(null)
  useEffect(() => {
    let asked: Promise<boolean> | null = null
    onPasswordAsked(() => {
      asked ??= new Promise<boolean>((answer) => setQuestion({ answer })).finally(() => {
        asked = null
        setQuestion(null)
      })
      return asked
    })
    return () => onPasswordAsked(null)
  }, [])
  if (!question) return null
  return <PasswordDialog onAnswer={question.answer} />
}
