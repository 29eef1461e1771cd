/** Options shared by the field types that hold a file. */
import * as z from 'zod/mini'
import { commonOptionsShape, optionalSchemas } from './checks/shape.ts'
import type { CommonOptions, SchemaShape } from './field-type.ts'

export interface UploadOptions extends CommonOptions {
  readonly accept: readonly ('pdf' | 'jpeg' | 'png' | 'webp')[]
  /**
   * Anyone who is signed in and knows the URL may open the file, even without read access to the
   * record.
   */
  readonly openToAllUsers?: true
}

export const uploadOptionsShape: SchemaShape<UploadOptions> = {
  ...commonOptionsShape,
  accept: z.array(z.enum(['pdf', 'jpeg', 'png', 'webp'])),
  openToAllUsers: optionalSchemas.flag,
}
