/**
 * Custom components for individual fields, with the parts that each can replace: `{ stars:
 * ['input', 'display'] }`.
 */
export const customFieldComponentUses = {} as const
