/** Fields that a form has no input for: records that point here, which are tabs of the record's page, and what the program alone writes. */
export const ManyInput = () => null
