/** Ids of the questions in forms that the office arranges. */
export const itemIdPattern = /^q_[a-z0-9]{6}$/
export const isItemId = (name: string) => itemIdPattern.test(name)

/** Answers by the id of the item. */
export type FormAnswers = { readonly [itemId: string]: unknown }
