import { accountsOf } from '#modules/student/server/api.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { markAnswered, publishRound } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { randomOf } from '#server/demo/random.ts'
import { mhResult } from '../model/result.ts'
import { mhScale } from '../model/scale.ts'
import { mhScreening, screeningRound } from '../model/screening.ts'
import { mhTurnout } from '../model/turnout.ts'
import { scored } from './scored.ts'

const SHARE = 0.55
const DECLINES = 0.03
const ITEM_SECONDS = 2
const SECONDS = 8
/** A screening that runs; a good half have responded with invented answers, the demo student has not. */
export async function demoScreening(db: Db): Promise<void> {
  const psychologist = await demoAccount(db, 'psychologist')
  const pupils = (await demoPupils(db)).filter(p => p.hasAccount && !p.isOwn)
  const scales = [...(await db.cached(mhScale)).values()].filter(s => s.items.length)
  if (!psychologist || !pupils.length || !scales.length) return
  const { id } = await db.insert(mhScreening, {
    ...{ processType: 'mhScreening', name: '本学期心理普查', beginTime: moment(-3, '08:00'), endTime: moment(8, '22:00'), audience: { roles: ['student'] } },
    ...{ ownerDepartmentId: psychologist.departmentId, scaleIds: scales.map(s => s.id), consentText: '自愿参加。回答和结果只有学校心理中心的老师能看到，不参加没有任何影响。' },
  })
  await publishRound({ db, me: db.me, lang: 'zh-cn', ip: '', traceId: '' }, mhScreening, screeningRound, id, true)
  const random = randomOf(911)
  const responded = pupils.filter(() => random.chance(SHARE)).map(p => ({ screeningId: id, studentId: p.id, said: random.chance(DECLINES) ? 'refused' : 'answered' }))
  await db.insertMany(mhTurnout, responded as never, { history: false })
  const results = responded
    .filter(r => r.said === 'answered')
    .flatMap(({ studentId }) => {
      const most = random.chance(0.1) ? 3 : 1
      return scales.flatMap(scale => {
        const answers = scale.items.map((_, n) => (scale.riskItems.includes(n + 1) ? Number(random.chance(0.01)) : random.int(0, most)))
        const sheet = scored(scale, answers, answers.length * SECONDS, ITEM_SECONDS)
        return [{ ...sheet, screeningId: id, studentId, scaleId: scale.id, source: 'online', consentAt: moment(-random.int(1, 2), '20:00') }]
      })
    })
  await db.insertMany(mhResult, results as never, { history: false })
  const accounts = await accountsOf(
    db,
    responded.map(r => r.studentId),
  )
  await markAnswered(db, mhScreening, { id }, [...accounts.values()])
}
