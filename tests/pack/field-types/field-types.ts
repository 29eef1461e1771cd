export { rating } from './rating/type.ts'
