/** What other parts of the module may call. */
export { saveWish, type Wish } from './wishes.ts'
