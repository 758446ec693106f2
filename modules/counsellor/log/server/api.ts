/** What other parts may call. */
export { workloadOf } from './workload.ts'
