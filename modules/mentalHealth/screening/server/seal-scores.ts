import { type Db, seed } from '#server/context.ts'
import { mhInterview } from '../model/interview.ts'
import { mhResult } from '../model/result.ts'
import { scoresOf, scoresText } from '../model/scores.ts'

const AT_ONCE = 1000
const EMPTY = { total: null, factor: null, positives: null, isRisk: null, dimensionScores: null, seconds: null, proposedLevel: null, confirmedLevel: null }
/** Encrypts what earlier versions have stored in the clear; the key is not the database's, so that no migration can. */
export async function sealScores(db: Db): Promise<void> {
  for (;;) {
    const rows = await db.unscoped(mhResult).all({ 'scores.isNull': true } as never, { limit: AT_ONCE }) // the module acts for the school
    if (!rows.length) break
    await db.updateMany(mhResult, rows.map(row => ({ id: row.id, scores: scoresText(scoresOf(row)), ...EMPTY })) as never, { history: false })
  }
  for (;;) {
    const talks = await db.unscoped(mhInterview).all({ 'judged.isNull': true } as never, { limit: AT_ONCE }) // as above
    if (!talks.length) break
    await db.updateMany(mhInterview, talks.map(({ id, risk }) => ({ id, judged: risk, risk: null })) as never, { history: false })
  }
}
export default seed('mentalHealth.sealScores', sealScores)
