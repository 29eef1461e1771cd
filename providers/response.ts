/** Reads responses: envelopes, error messages and file names. */
import type { Envelope, FieldIssues } from '@matricola/schema/wire/wire.ts'
import { HttpError } from './http-error.ts'
import { formatIssue, type PageTexts } from './issue-text.ts'

export async function readEnvelope<T>(response: Response): Promise<Envelope<T> | null> {
  if (!response.headers.get('content-type')?.includes('json')) return null
  try {
    const parsed: unknown = await response.clone().json()
    // Every JSON response of the API is an envelope. JSON from elsewhere has no `success` and counts as a failure.
    return typeof parsed === 'object' && parsed !== null && 'success' in parsed ? (parsed as Envelope<T>) : null
  } catch {
    return null
  }
}

interface Failure {
  readonly response: Response
  readonly envelope: Envelope<unknown> | null
  /** Text key to use if the response has no message. */
  readonly fallback: string | undefined
}

/** The server's message, or the plain text of the response; null if it has neither (specification, section 8). */
async function serverMessage({ response, envelope }: Failure): Promise<string | null> {
  if (envelope?.message) return envelope.message
  const type = response.headers.get('content-type') ?? ''
  const plainText = type.startsWith('text/plain') ? (await response.clone().text()).trim() : ''
  return plainText !== '' && plainText.length <= 300 ? plainText : null
}

export async function createHttpError(failed: Failure, texts: PageTexts): Promise<HttpError> {
  const { response, envelope, fallback } = failed
  const failure = envelope?.success === false ? envelope : null
  const fields: FieldIssues = failure?.fields ?? {}
  const message = await serverMessage(failed)
  return new HttpError({
    statusCode: response.status,
    message: message ?? texts.text(fallback ?? 'errors:errors.server.failed'),
    isGeneral: message === null && fallback === undefined,
    code: failure?.code,
    fields,
    errors: Object.fromEntries(Object.entries(fields).map(([name, issues]) => [name, issues.map((issue) => formatIssue(issue, texts))])),
    current: failure?.current,
    allowed: failure?.allowed,
    queue: failure?.queue,
    retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
    requestId: failure?.requestId,
  })
}

export function fileNameFrom(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/.exec(disposition)?.[1] ?? 'download')
}
