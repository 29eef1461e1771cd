import type { WireSelection } from '@matricola/schema/wire/jobs.ts'
import { type ComponentType, createContext } from 'react'

export interface BulkDialogProps {
  /** The action and the number of records. */
  readonly title: string
  /** Freezes the selected records, for calls that read them. Throws `HttpError`. */
  readonly freeze: () => Promise<WireSelection>
  /** Creates the job and shows its preview. Throws `HttpError`. */
  readonly onPreview: (input: object) => Promise<unknown>
  readonly onClose: () => void
}

/**
 * Dialogs that a screen sets for bulk actions of its list, by action. They ask for input that
 * depends on the selected records.
 */
export const BulkDialogContext = createContext<{
  readonly [action: string]: ComponentType<BulkDialogProps>
}>({})
