import type { Db } from '#server/context.ts'
import { postFund } from './funds.ts'

/** Gives a fund of the demo school its budget. */
export const demoBudget = (db: Db, fundId: string, code: string, amount: number): Promise<void> =>
  postFund(db, fundId, [{ kind: 'budget', amount, sourceType: 'demo', sourceId: code, sourceSeq: 1 }])
