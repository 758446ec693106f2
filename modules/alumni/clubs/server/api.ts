/** What other parts may call. */
export { mustLead } from './standing.ts'
