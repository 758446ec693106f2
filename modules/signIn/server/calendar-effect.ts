import { calendarEffect } from '#modules/campus/server/api.ts'
import { signTask } from '../model/sign-task.ts'
import { windowsOf } from '../model/timing.ts'
import { dayReader } from './calendar.ts'

/** 30-BC4: published tasks that ask for a signature on these days, those whose dates are not made yet among them. */
export default calendarEffect({
  async find(db, dates) {
    const last = [...dates].sort().at(-1)
    if (!last) return []
    const dayOf = await dayReader(db)
    const tasks = await db.unscoped(signTask).all({ state: ['published', 'paused'] }) // who changes the calendar changes it for all
    return tasks.flatMap(task =>
      windowsOf(task, dayOf, last)
        .filter(w => dates.includes(w.date))
        .map(w => ({ date: w.date, label: '签到任务', name: task.name })),
    )
  },
})
