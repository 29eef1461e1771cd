import { HttpError } from '#providers/http.ts'

/** Why the server refused, with what it says of single values. Nothing where nothing failed. */
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
