export const ownParts = { stars: ['input', 'display'] } as const
