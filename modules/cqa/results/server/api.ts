/** What other parts and the module may call. */
export { finalResults } from './final.ts'
