/** Limits a grant to the records of the signed-in student. */
export const ownStudentGrant = { where: { studentId: { eq: { user: 'personId' } } } } as const

/** Limits a grant to the records of the user's own account. */
export const ownAccountGrant = { where: { userId: { eq: { user: 'id' } } } } as const
