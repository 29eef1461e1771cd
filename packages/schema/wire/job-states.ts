/**
 * The words of jobs and imports on the wire, separate from the schemas of `jobs.ts` so that the
 * console does not load the schemas with its first list.
 */

/**
 * `edit` and `action` change a selection, `import` applies the rows of a file, `paste` a block of
 * cells, and `undo` reverts another job.
 */
export const jobKinds = ['edit', 'action', 'import', 'paste', 'undo'] as const
export type JobKind = (typeof jobKinds)[number]

/**
 * `mapping`: an import waits until its columns are assigned. `checking`: each item is validated,
 * but nothing is stored. `ready`: the preview is available and the job can be started. `running`,
 * `paused`, `cancelled`, `done`. `failed`: the job could not continue; its `error` says why, and
 * completed items remain.
 */
export const jobStates = [
  'mapping',
  'checking',
  'ready',
  'running',
  'paused',
  'cancelled',
  'done',
  'failed',
] as const
export type JobState = (typeof jobStates)[number]

/**
 * Outcome of one item. Before it runs: `pending`, then `ready` (will change), `same` (no change
 * needed), `denied` (the user may not), `state` (its state does not allow the action), `claimed`
 * (another user is working on the record, and the job leaves out such records), or `invalid`. After
 * it has run: `done`, `stale` (changed since it was checked), `kept` (changed since the job that is
 * being undone), `skipped` (the job was cancelled first), or any of the above except `pending` and
 * `ready`.
 */
export const jobOutcomes = [
  'pending',
  'ready',
  'same',
  'denied',
  'state',
  'claimed',
  'invalid',
  'done',
  'stale',
  'kept',
  'skipped',
] as const
export type JobOutcome = (typeof jobOutcomes)[number]

/** Outcomes that can be retried. */
export const retriableOutcomes: readonly JobOutcome[] = [
  'denied',
  'state',
  'claimed',
  'invalid',
  'stale',
  'skipped',
]

/** Outcomes of imported rows that need attention. */
export const problemOutcomes: readonly JobOutcome[] = retriableOutcomes.filter(
  (outcome) => outcome !== 'skipped',
)

/** Encodings and separators accepted for CSV files. If several encodings fit, the first is used. */
export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1252',
  'iso-8859-2',
] as const
export type ImportEncoding = (typeof importEncodings)[number]
export const importSeparators = [';', ',', '\t', '|'] as const
export type ImportSeparator = (typeof importSeparators)[number]
