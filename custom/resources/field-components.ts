/** Custom components for single fields, with what each can replace: `{ stars: ['input', 'display'] }`. */
export const customFieldComponentUses = {} as const
