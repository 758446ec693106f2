import { teacher } from '#modules/campus/model/people.ts'
import { calendarEffect } from '#modules/campus/server/api.ts'
import { nightDuty } from '../model/night-duty.ts'

/** 30-BC4: who is on duty in these nights. */
export default calendarEffect({
  async find(db, dates) {
    const duties = await db.unscoped(nightDuty).all({ nightDate: [...dates] }, { sort: ['nightDate'] }) // who changes the calendar changes it for all
    const teachers = await db.cached(teacher)
    return duties.map(d => ({ date: d.nightDate, label: '夜间值班', name: teachers.get(d.teacherId)?.name ?? '' }))
  },
})
