import type { Db } from '#server/context.ts'
import { CLAIM_PARAMETERS } from '../../model/claim/parameters.ts'

type Widened<T> = T extends number ? number : string
export type ClaimSettings = { [K in keyof typeof CLAIM_PARAMETERS]: Widened<(typeof CLAIM_PARAMETERS)[K]['initial']> }
const INITIAL = Object.fromEntries(Object.entries(CLAIM_PARAMETERS).map(([key, p]) => [key, p.initial]))
export const claimSettings = async (db: Db): Promise<ClaimSettings> => ({ ...INITIAL, ...(await db.params('dormitory')) }) as ClaimSettings
