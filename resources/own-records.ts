/** Records of the student who is signed in. */
export const ofOwnStudent = { where: { studentId: { eq: { user: 'personId' } } } } as const

/** Records of the user's own account. */
export const ofOwnAccount = { where: { userId: { eq: { user: 'id' } } } } as const
