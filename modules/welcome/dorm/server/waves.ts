import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { claimRound } from '#modules/dormitory/claims/model/round.ts'
import { setWaves } from '#modules/dormitory/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { welcomeBatch } from '../../steps/model/batch.ts'
import { claimLink } from '../model/link.ts'
import { proposeWaves } from '../model/plan-action.ts'
import { type ClassCount, planWaves } from '../model/wave-plan.ts'
import { comingIn, hasBed } from './coming.ts'
import { linkOfBatch, roundIdsOf } from './links.ts'
import { settingsOf } from './settings.ts'

/** Minutes between waves where nobody says. */
const GAP = 60
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(claimLink, key, values, field)
}
const countsOf = (db: Db, batchId: string): Promise<ClassCount[]> =>
  db.query(sql`select s.department_id as "departmentId", s.class_id as "classId", count(*)::int as people from student s
    where s.tenant_id = ${db.me.tenantId} and s.id in (${comingIn(db, batchId)}) and not ${hasBed} group by 1, 2`)
/** 30-WD6: all waves last until the round ends, so that who comes late to theirs still chooses. */
export default handle(proposeWaves, async ({ db }, { batchId, roundId, opensAt, minutes }) => {
  const link = await linkOfBatch(db, batchId)
  const round = await db.visibleFor(claimRound, 'dormitory:claimRound:list').one(roundId)
  if (!link || !roundIdsOf(link).includes(roundId)) throw refusalOf(claimLink, 'otherLink', { round: round.name }, 'roundId')
  const most = (await settingsOf(db))['claim.waveMax']
  const counts = await countsOf(db, batchId)
  if (!counts.length) refuse('noPeople', { batch: (await db.unscoped(welcomeBatch).one(batchId)).name }) // its name
  const planned = planWaves(counts, link.openRule, most)
  if (!planned.length) refuse('noClasses')
  const at = (n: number): string => new Date(Date.parse(opensAt) + n * (minutes ?? GAP) * MINUTE_MS).toISOString()
  const last = at(planned.length - 1)
  if (Date.parse(last) >= Date.parse(round.endTime)) refuse('tooManyWaves', { count: planned.length, last: schoolTimeText(last), end: schoolTimeText(round.endTime) }, 'opensAt')
  await setWaves(
    db,
    roundId,
    planned.map(({ group }, n) => ({ name: `第${n + 1}批`, opensAt: at(n), closesAt: round.endTime, group })),
  )
  return { waves: planned.length, over: planned.filter(w => w.people > most).length }
})
