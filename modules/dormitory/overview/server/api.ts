/** What other parts of the module may call. */
export { freeBeds } from './free-beds.ts'
