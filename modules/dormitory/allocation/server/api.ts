/** What others may call. */
export { keepWish, wishOf, withGrounds } from './wishes.ts'
