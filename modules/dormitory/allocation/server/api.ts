/** What others may call. */
export { keepWish, wishOf } from './wishes.ts'
