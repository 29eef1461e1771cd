export const customFieldComponentUses = { stars: ['input', 'display'] } as const
