import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { punishment } from '../../cases/model/punishment.ts'
import { appeal } from '../model/appeal.ts'

/** Three appeals: one that waits, one under review, one that is concluded. */
export default async function demoAppeals(db: Db): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  const rows = await db.unscoped(punishment).all({ state: 'inForce' }, { sort: ['-decidedOn'], limit: 3 }) // demo data
  const stages = [
    { state: 'submitted' as const },
    { state: 'reviewing' as const, acceptedOn: day(-2), dueOn: day(12), members: officer ? [officer.id] : [] },
    {
      state: 'concluded' as const,
      acceptedOn: day(-20),
      members: officer ? [officer.id] : [],
      conclusion: 'uphold' as const,
      opinion: '事实清楚，程序合法',
      concludedOn: day(-6),
      resultNo: '校申复〔示例〕1号',
    },
  ]
  await db.insertMany(
    appeal,
    rows.map(({ id: punishmentId, studentId }, n) => ({
      punishmentId,
      studentId,
      grounds: '<p>认为处分偏重，请求复查。</p>',
      files: [],
      submittedAt: moment(-3 - n * 8, '09:30'),
      ...stages[n],
    })) as never,
    { history: false },
  )
}
