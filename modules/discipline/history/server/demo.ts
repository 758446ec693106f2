import sql from 'sql-template-tag'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { day } from '#server/demo/days.ts'
import { pastPunishment } from '../model/past-punishment.ts'
import { carryOn } from './carry-on.ts'

const LONGEST_AGO = 500
/** Three punishments of the years before, of students who were enrolled then; one of them still in force. */
export default async function demoHistory(db: Db): Promise<void> {
  const pupils = (await demoPupils(db)).filter(p => !p.isOwn && !p.isNear && p.enrolDate && p.enrolDate < day(-LONGEST_AGO)).slice(-3)
  const lines = [
    { level: 'warning' as const, title: '夜不归宿', daysAgo: LONGEST_AGO, liftedAgo: 300 },
    { level: 'demerit' as const, title: '校外打架', daysAgo: 460, liftedAgo: 120 },
    { level: 'seriousWarning' as const, title: '冒名顶替上课', daysAgo: 200, liftedAgo: null },
  ]
  await db.insertMany(
    pastPunishment,
    pupils.map(({ id: studentId }, n) => {
      const { level, title, daysAgo, liftedAgo } = lines[n] ?? { level: 'warning' as const, title: '违纪', daysAgo: 500, liftedAgo: 300 }
      return {
        ...{ documentNo: `院学字〔示例〕${n + 1}号`, studentId, title, category: n === 1 ? 'fight' : 'absence', level, facts: `${title}，经调查属实。` },
        ...{ levelReason: n === 1 ? '持械，情节较重' : null, occurredOn: day(-daysAgo), decidedOn: day(-daysAgo + 20), servedOn: day(-daysAgo + 21) },
        ...(liftedAgo ? { liftedOn: day(-liftedAgo), liftDocumentNo: `院学解〔示例〕${n + 1}号` } : {}),
      }
    }),
    { history: false },
  )
  await carryOn(db, sql`past_punishment s`, sql`s.tenant_id = ${db.me.tenantId} and s.punishment_id is null`)
}
