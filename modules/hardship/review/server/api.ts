/** What other parts and modules may call. */
export { supplyClassOfficers } from './class-officers.ts'
