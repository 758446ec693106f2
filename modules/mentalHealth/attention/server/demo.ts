import { schoolDayEnd } from '#model/school-time.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { attentionCall, attentionCallStep } from '../model/attention-call.ts'
import { attentionCase, attentionFollowUp, attentionMember } from '../model/attention-case.ts'

const CASES = [
  {
    level: '1',
    daysAgo: 3,
    nextIn: 1,
    watchFor: '独处时间过长、突然告别',
    agreedActions: '每天见面一次，夜间由室友陪同',
    actionCard: '请留意今晚 23:00 前是否回寝，未归请电话联系辅导员',
  },
  { level: '2', daysAgo: 20, nextIn: -1, watchFor: '连续缺课、作息颠倒', agreedActions: '每周谈话一次，缺课当天联系', actionCard: '请留意是否按时起居，异常请联系辅导员' },
  { level: '3', daysAgo: 35, nextIn: 5, watchFor: '与室友矛盾反复', agreedActions: '两周谈话一次', actionCard: null },
  { level: '4', daysAgo: 60, nextIn: 18, watchFor: '考试前后情绪波动', agreedActions: '每月了解一次', actionCard: null },
] as const
/** Invented cases of all levels among the students of the counsellor people sign in as, and one that waits for the centre. */
export async function demoAttention(db: Db): Promise<void> {
  const [psychologist, fdy, college] = [await demoAccount(db, 'psychologist'), await demoAccount(db, 'fdy'), await demoAccount(db, 'college')]
  const pupils = (await demoPupils(db)).filter(p => p.isNear && !p.isOwn && p.contactPhone)
  if (!psychologist || !fdy || !college) return
  for (const [n, { daysAgo, nextIn, level, ...words }] of CASES.entries()) {
    const who = pupils[n * 3]
    if (!who) return
    const isSevere = level === '1' || level === '2'
    const at = moment(-daysAgo, '10:00')
    const people = isSevere
      ? { ownerId: psychologist.id, backupId: college.id }
      : { ownerId: fdy.id, backupId: college.id, confirmedByFdyId: fdy.id, confirmedByCollegeId: college.id }
    const { id } = await db.insert(attentionCase, {
      ...{ ...words, ...people, level, studentId: who.id, kinds: [isSevere ? 'psychological' : 'relationship'], sources: [{ source: 'report', ref: fdy.id, level, at }] },
      ...{
        state: 'open',
        openedAt: at,
        nextFollowUpOn: day(nextIn),
        levelSince: at,
        dueAt: schoolDayEnd(day(nextIn)),
        assessment: isSevere ? '演示用的虚构评估：需要持续陪伴，已建议就医。' : null,
      },
    })
    if (isSevere) await db.insert(attentionMember, { caseId: id, userId: psychologist.id, layer: 'ml2', from: day(-daysAgo), to: day(60) })
    if (level === '1') {
      const call = await db.insert(attentionCall, { caseId: id, size: 2, reached: 2, state: 'taken', takenById: psychologist.id, takenAt: moment(-daysAgo, '10:19') })
      const steps = [college.id, psychologist.id].map((userId, i) => ({ callId: call.id, position: i + 1, userId, calledAt: moment(-daysAgo, i ? '10:15' : '10:00') }))
      await db.insertMany(attentionCallStep, steps)
    }
    await db.insert(attentionFollowUp, { caseId: id, byId: fdy.id, at: moment(-1, '16:00'), way: 'face', layer: 'ml1', content: '见面聊了近况，按约定再谈。', nextOn: day(nextIn) })
  }
  const waiting = pupils[13]
  const at = moment(-1, '21:00')
  if (waiting)
    await db.insert(attentionCase, {
      studentId: waiting.id,
      level: '2',
      state: 'proposed',
      sources: [{ source: 'report', ref: fdy.id, level: '2', at }],
      watchFor: '室友反映近一周很少出门',
    })
}
