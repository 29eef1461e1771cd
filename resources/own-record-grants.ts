/** Records of the student who is signed in. */
export const ownStudentGrant = { where: { studentId: { eq: { user: 'personId' } } } } as const

/** Records of the user's own account. */
export const ownAccountGrant = { where: { userId: { eq: { user: 'id' } } } } as const
