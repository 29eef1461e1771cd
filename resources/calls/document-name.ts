import * as z from 'zod/mini'
import { itemIdPattern } from '../admission/form-item-id.ts'
import { documentNames } from '../application-documents.ts'

/** Documents by name; those of a form's items by the id of their item. */
export const documentName = z.union([
  z.enum(documentNames),
  z.string().check(z.regex(itemIdPattern)),
])
