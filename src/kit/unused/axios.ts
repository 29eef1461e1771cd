/**
 * Client that @refinedev/simple-rest makes for whoever gives it none, as soon as it is loaded. `providers/data.ts` gives it
 * ours; axios would bring 18 KB to the first page.
 */
const unused = { create: () => ({ interceptors: { response: { use: () => {} } } }) }
// biome-ignore lint/style/noDefaultExport: as axios has it
export default unused
