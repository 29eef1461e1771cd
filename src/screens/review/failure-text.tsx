import { HttpError } from '@matricola/providers/http.ts'

/**
 * Shows why a call failed, with the messages about single values. Renders nothing if there was no
 * error.
 */
export function FailureText({ failure }: { readonly failure: unknown }) {
  if (failure === null) return null
  const more = failure instanceof HttpError ? Object.values(failure.errors).flat() : []
  return (
    <div className="field-error" role="alert">
      <p>{failure instanceof Error ? failure.message : String(failure)}</p>
      {more.length > 0 && (
        <ul>
          {more.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
