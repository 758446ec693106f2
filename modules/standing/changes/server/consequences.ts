import { stuClass } from '#modules/campus/model/organisation.ts'
import { isPresent } from '#modules/student/model/status.ts'
import { consequence } from '#server/extensions/consequences.ts'

/** 30-SC2: a class that would be left without its monitor. */
export default consequence({
  code: 'standing.monitor',
  order: 10,
  async of(db, { studentId, from, to }) {
    const own = (await db.cached(stuClass)).get(from.classId ?? '')
    const stays = isPresent(to.status) && to.classId === from.classId
    return [own?.monitorId === studentId && !stays ? { label: '班长空缺', value: own.name, tone: 'attention' } : null]
  },
})
