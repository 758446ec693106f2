/** What other parts may call. */
export { isMemberOf, isOfficerOf, leads, mustLead } from './standing.ts'
