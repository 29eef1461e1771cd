import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { ComponentType } from 'react'

/** An application's additions to a section of the settings. */
export interface SettingsSection {
  /**
   * Shows what the settings cause, as stored and as they would be saved. Above the fields and in
   * the review dialog.
   */
  readonly Effect?: ComponentType<{
    readonly record: WireRecord
    /** The settings as they would be saved. */
    readonly values: { readonly [field: string]: unknown }
  }>
  /** Links and warnings below the fields. */
  readonly Links?: ComponentType<{ readonly record: WireRecord }>
  /** Whether a change requires a reason, which the history records. */
  readonly requiresReason?: boolean
}

export type SettingsSections = { readonly [section: string]: SettingsSection | undefined }
