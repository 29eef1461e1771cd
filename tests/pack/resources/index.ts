/**
 * A pack as a university would write it, for example with the books of its library and their loans.
 */
import type { rating } from '../field-types/rating/type.ts'
import { books } from './books.ts'
import { loans } from './loans.ts'
import { orderFees, orderLines, orders } from './orders.ts'
import { specimens } from './specimens.ts'

declare module '#resources/field.ts' {
  interface FieldTypes {
    rating: typeof rating
  }
}

declare module '@matricola/schema/vocabulary.ts' {
  interface ScopeNames {
    ownLoans: true
  }
  interface ComputationNames {
    copiesLeft: true
  }
  interface FieldComponentNames {
    stars: true
  }
}

export const customResources = {
  books,
  loans,
  orders,
  'order-lines': orderLines,
  'order-fees': orderFees,
  specimens,
}
