import type { Leave } from './submit.ts'

/** The proofs, from the field the type uses. */
export const proofsOf = (row: Leave): readonly string[] => [...(row.proofs ?? []), ...(row.privateProofs ?? [])]
