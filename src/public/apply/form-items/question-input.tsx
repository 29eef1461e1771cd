import { ItemInput, type ItemInputProps } from './item-input.tsx'
import { TableInput } from './table-input.tsx'

/** The input for a question of any type. */
export const QuestionInput = ({ item, ...props }: ItemInputProps) =>
  item.type === 'table' ? (
    <TableInput item={item} {...props} />
  ) : (
    <ItemInput item={item} {...props} />
  )
