/** Records that belong to the student who asks. */
export const ofOwnStudent = { where: { studentId: { eq: { user: 'personId' } } } } as const

/** Records that belong to the account of who asks. */
export const ofOwnAccount = { where: { userId: { eq: { user: 'id' } } } } as const
