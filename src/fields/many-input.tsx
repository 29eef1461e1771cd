/** Records that point here are tabs of the record's page; a form has nothing to fill in for them. */
export const ManyInput = () => null
