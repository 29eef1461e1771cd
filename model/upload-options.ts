/** Options of fields that hold a file, which several kinds share. */
import * as z from 'zod/mini'
import { common, maybe } from './checks/shape.ts'
import type { CommonOptions, Words } from './kind.ts'

export interface UploadOptions extends CommonOptions {
  readonly accept: readonly ('pdf' | 'jpeg' | 'png' | 'webp')[]
  /** The file is for everybody who is signed in and knows its address, whoever may read the record. */
  readonly everyone?: true
}

export const uploadWords: Words<UploadOptions> = {
  ...common,
  accept: z.array(z.enum(['pdf', 'jpeg', 'png', 'webp'])),
  everyone: maybe.mark,
}
