/** The components of single fields that this university adds, with what each can do: `{ stars: ['input', 'display'] }`. */
export const ownParts = {} as const
