import { weekOf } from '#model/week.ts'
import { monthOf } from '#modules/campus/model/days.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { engagement } from '../../posts/model/engagement.ts'
import { workPost } from '../../posts/model/post.ts'
import { employUnit } from '../../posts/model/unit.ts'
import { MANAGE, weekGrid } from '../model/actions.ts'
import { hourEntry, hourMonth } from '../model/hour-entry.ts'
import { workScan } from '../model/work-scan.ts'
import { limitsOn } from './limits.ts'
import { shownEntry } from './shown.ts'

/** 工时周表: everybody on duty in a unit, with their hours of a week. */
export default handle(weekGrid, async ({ db }, { unitId, week }) => {
  const units = await db.visibleFor(employUnit, MANAGE).all({ state: ['approved', 'stopped'] }, { sort: ['name'], limit: 200 })
  const unit = units.find(u => u.id === unitId) ?? units[0]
  const on = week ?? today()
  const [from, to] = weekOf(on)
  const of = { unitId: unit?.id ?? '' }
  const entries = unit ? await db.visibleFor(hourEntry, MANAGE).all({ ...of, 'date.ge': from, 'date.le': to }, { sort: ['date'] }) : []
  const active = unit ? await db.visibleFor(engagement, MANAGE).all({ ...of, state: 'active' }, { sort: ['from'] }) : []
  const others = unit ? await db.visibleFor(engagement, MANAGE).all({ id: [...new Set(entries.map(e => e.engagementId))].filter(id => !active.some(a => a.id === id)) }) : []
  const rows = [...active, ...others]
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const posts = new Map((await db.unscoped(workPost).all({ id: rows.map(r => r.postId) })).map(p => [p.id, p.title])) // of the unit
  const months = new Map((await db.unscoped(hourMonth).all({ studentId: rows.map(r => r.studentId), month: monthOf(on) })).map(m => [m.studentId, m.hours])) // of those on duty
  const { month: limit } = await limitsOn(db, on)
  const forgotten = unit ? await db.visibleFor(workScan, MANAGE).all({ ...of, state: 'forgotten' }, { sort: ['inAt'] }) : []
  const named = await studentsOf(
    db,
    forgotten.map(f => f.studentId),
  )
  return {
    ...{ unitId: unit?.id ?? null, units: units.map(({ id, name }) => ({ id, name })), from, to },
    people: rows.map(r => ({
      ...{ engagementId: r.id, name: people.get(r.studentId)?.name ?? '', className: people.get(r.studentId)?.className ?? null, post: posts.get(r.postId) ?? '' },
      ...{ monthHours: months.get(r.studentId) ?? 0, limit },
      entries: entries
        .filter(e => e.engagementId === r.id)
        .toSorted((a, b) => `${a.date} ${a.start}`.localeCompare(`${b.date} ${b.start}`))
        .map(shownEntry),
    })),
    forgotten: forgotten.map(f => ({
      id: f.id,
      name: named.get(f.studentId)?.name ?? '',
      post: posts.get(rows.find(r => r.id === f.engagementId)?.postId ?? '') ?? '',
      inAt: f.inAt,
    })),
  }
})
