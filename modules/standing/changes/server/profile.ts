import { daysBetween } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { changeType } from '../model/change-type.ts'
import { statusChange } from '../model/status-change.ts'

const LIST = 'standing:statusChange:list'
const SOON_DAYS = 30
const OPEN = { state: ['pending', 'returned'] } as const
const listOf = (studentId: string): string => `/standing/changes?studentId=${studentId}`

/** 30-SP: how the student's standing has changed, what is being decided, and a period that ends. */
export default profilePart({
  code: 'standing.changes',
  label: '学籍异动',
  order: 10,
  permission: LIST,
  list: listOf,
  async lines({ db }, studentId) {
    const rows = await db.visibleFor(statusChange, LIST).all({ studentId }, { sort: ['-effectiveDate'] })
    const types = await db.cached(changeType)
    const nameOf = (typeId: string): string => types.get(typeId)?.name ?? ''
    const open = rows.find(r => (OPEN.state as readonly string[]).includes(r.state))
    const coming = rows.find(r => r.effectState === 'scheduled')
    const running = rows.find(r => r.period === 'running')
    return [
      open ? { label: '审批中', value: { text: nameOf(open.typeId) } } : null,
      coming ? { label: '待生效', value: { text: '{type}，{date} 生效', values: { type: { text: nameOf(coming.typeId) }, date: coming.effectiveDate } } } : null,
      running?.until ? { label: '期满', value: running.until } : null,
    ]
  },
  async happened({ db }, studentId, limit) {
    const rows = await db.visibleFor(statusChange, LIST).all({ studentId, effectState: ['effective', 'reversed'] }, { sort: ['-effectiveDate'], limit })
    const types = await db.cached(changeType)
    return rows.map(r => {
      const type = { text: types.get(r.typeId)?.name ?? '' }
      return {
        at: r.effectiveDate,
        title: r.reversesId ? { text: '撤销{type}', values: { type } } : type,
        note: r.changeNo,
        tone: r.effectState === 'reversed' ? 'attention' : 'done',
      }
    })
  },
  async notable({ db }, studentId) {
    const [row] = await db.visibleFor(statusChange, LIST).all({ studentId, period: ['running', 'over'] }, { sort: ['until'], limit: 1 })
    if (!row?.until) return []
    if (row.period === 'over') return [{ code: 'over', title: { text: '休学或保留期已满，没有申请复学' }, at: row.until, link: listOf(studentId) }]
    const left = daysBetween(today(), row.until)
    return [left <= SOON_DAYS ? { code: 'soon', title: { text: '休学或保留期还有 {n} 天', values: { n: left } }, link: listOf(studentId) } : null]
  },
})
