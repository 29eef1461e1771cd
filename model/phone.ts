/** `+40264001000` as it is read out: `+40 264 001 000`. Other countries group otherwise and stay as they are. */
export const phoneInGroups = (phone: string) => phone.replace(/^\+40(\d{3})(\d{3})(\d{3})$/, '+40 $1 $2 $3')
