import { isEnded } from '#modules/student/model/status.ts'
import { consequence } from '#server/extensions/consequences.ts'
import { leagueBranch } from '../model/branch.ts'
import { leagueMember } from '../model/member.ts'

/** 30-SC2: membership that has to be moved elsewhere, and months of its fee that are not paid. */
export default consequence({
  code: 'league.member',
  order: 38,
  async of(db, { studentId, to }) {
    const member = isEnded(to.status) ? await db.unscoped(leagueMember).find({ studentId, state: 'active' }) : undefined // whoever decides on the student is told what is open
    if (!member) return []
    const { name: branch } = await db.unscoped(leagueBranch).one(member.branchId) // its name
    return [
      { label: '团组织关系须转出', value: branch, tone: 'attention' },
      member.monthsOwed ? { label: '欠缴团费', value: { text: '{n} 个月', values: { n: member.monthsOwed } } } : null,
    ]
  },
})
