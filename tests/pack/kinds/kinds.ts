export { rating } from './rating/kind.ts'
