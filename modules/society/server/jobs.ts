import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { deadlines, escalation, whenDue } from '#server/deadlines/deadlines.ts'
import { societyChange } from '../model/change.ts'
import { societyFounding } from '../model/founding.ts'
import { societyMember } from '../model/member.ts'
import { society } from '../model/society.ts'
import { handOver } from './changes.ts'
import { release } from './founders.ts'
import { askKeepers, tellFounder, urgeHeads } from './notify.ts'
import { settingsOf } from './settings.ts'

/** 60-SO7: the head is urged, then the advisor decides. */
export const silent = escalation(societyMember, {
  when: `t.state = 'asked'`,
  at: 'askedAt',
  marks: ['head', 'advisor'],
  reached: 'told',
  async after(db) {
    const { urgeDays, answerDays } = await settingsOf(db)
    return { head: urgeDays * DAY_MS, advisor: answerDays * DAY_MS }
  },
  async reach(db, mark, rows) {
    const societies = new Map((await db.unscoped(society).all({ id: rows.map(r => r.societyId) })).map(s => [s.id, s])) // of these rows
    for (const row of rows) {
      const of = societies.get(row.societyId)
      if (of) await (mark === 'head' ? urgeHeads(db, row, of) : askKeepers(db, row, of, true))
    }
  },
})
/** 60-SO1: a call for founders that nobody has submitted in time; they may back another. */
export const lapse = whenDue(societyFounding, {
  when: `t.state = 'gathering'`,
  at: 'gatherUntil',
  set: { state: 'lapsed' },
  async act(db, rows) {
    await release(
      db,
      rows.map(r => r.id),
    )
    for (const row of rows) await tellFounder(db, 'lapsed', row)
  },
})
/** 60-SO15: rights pass at the minute that the change names. */
export const takeEffect = whenDue(societyChange, {
  when: `t.state = 'approved' and t.kind = 'head'`,
  at: 'effectiveAt',
  set: now => ({ state: 'done' as const, doneOn: schoolDate(Date.parse(now)) }),
  async act(db, rows) {
    for (const row of rows) await handOver(db, row)
  },
})
export default [deadlines('society.clock', '社团到期', '*/20 * * * *', [silent, lapse]), deadlines('society.handOver', '社团换届', '* * * * *', [takeEffect])]
