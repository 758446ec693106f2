import { refusalOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { advisorLog, logHours } from '../model/advisor-log.ts'
import { society } from '../model/society.ts'
import { isAdvisorOf } from './reach.ts'
import { settingsOf } from './settings.ts'

async function checkDay(db: Db, day: string): Promise<void> {
  const { logDays: days } = await settingsOf(db)
  if (day > today()) throw refusalOf(advisorLog, 'future', { day }, 'date')
  if (day < addDays(today(), -days)) throw refusalOf(advisorLog, 'tooOld', { day, days }, 'date')
}
export default [
  rules(advisorLog, {
    async update({ db }, { id, societyId, teacherId }, { date }) {
      if (!date) return
      await checkDay(db, date)
      const held = await db.unscoped(advisorLog).find({ societyId, teacherId, date }) // of the same advisor
      if (held && held.id !== id) throw refusalOf(advisorLog, 'sameDay', { day: date }, 'date')
    },
  }),
  handle(logHours, async (ctx, { societyId, date, hours, content }) => {
    const { db, me } = ctx
    const of = await db.unscoped(society).find({ id: societyId }) // whether the caller advises it is checked next
    if (!of) throw notFound()
    if (!me.teacherId || !isAdvisorOf(ctx, of)) throw refusalOf(advisorLog, 'notAdvisor', { society: of.name })
    await checkDay(db, date)
    await db.upsert(advisorLog, ['societyId', 'teacherId', 'date'], [{ societyId, teacherId: me.teacherId, date, hours, content }])
  }),
]
