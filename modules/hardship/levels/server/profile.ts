import { today } from '#server/base/today.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { aidLevelSpan, LEVEL_CAUSES } from '../model/span.ts'
import { levelNames } from './order.ts'

const LIST = 'hardship:aidLevelSpan:list'
/** 30-SP: the level of need; sensitive, so the section is opened with a reason. */
export default profilePart({
  code: 'hardship',
  label: '困难认定',
  order: 50,
  permission: LIST,
  isClosed: true,
  list: studentId => `/hardship/levels?view=all&studentId=${studentId}`,
  async lines({ db }, studentId) {
    const on = today()
    const spans = (await db.visibleFor(aidLevelSpan, LIST).all({ studentId }, { sort: ['-from'] })).filter(s => s.from <= s.to)
    const [now, nameOf] = [spans.find(s => s.from <= on && s.to >= on), await levelNames(db)]
    return [
      now ? { label: '困难等级', value: { text: '{level}，到 {to}', values: { level: nameOf(now.level), to: now.to } } } : null,
      ...spans
        .filter(s => s !== now)
        .slice(0, 4)
        .map(s => ({ label: '以往等级', value: { text: '{level}，{from} 至 {to}', values: { level: nameOf(s.level), from: s.from, to: s.to } } })),
    ]
  },
  async happened({ db }, studentId, limit) {
    const [spans, nameOf] = [await db.visibleFor(aidLevelSpan, LIST).all({ studentId }, { sort: ['-from'], limit }), await levelNames(db)]
    return spans
      .filter(s => s.from <= s.to)
      .map(s => ({ at: s.from, title: { text: '困难等级：{level}', values: { level: nameOf(s.level) } }, note: LEVEL_CAUSES[s.cause], tone: 'done' as const }))
  },
})
