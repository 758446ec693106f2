import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translate } from '#server/i18n/translate.ts'
import { inNight } from '../../places/model/night.ts'
import { PRESENCE_SOURCES } from '../../stays/model/presence.ts'
import { correctLine } from '../model/actions.ts'
import { nightLine } from '../model/night-line.ts'
import { settingsOf } from './settings.ts'
import { lockLines, settle } from './write.ts'

/** 20-DN7: until noon some days after the night. */
export async function correctableUntil(db: Db, nightDate: string): Promise<string> {
  const { nightCorrectDays } = await settingsOf(db)
  return inNight(addDays(nightDate, nightCorrectDays), '12:00')
}
/** The history records who changed a result, the evidence why. */
export default handle(correctLine, async (ctx, { id, says, reason }) => {
  const { db, me } = ctx
  const row = await db.visible(nightLine).one(id)
  const until = await correctableUntil(db, row.nightDate)
  if (Date.now() >= Date.parse(until)) ctx.refuse('tooLate', { night: row.nightDate, until: schoolTimeText(until) })
  const [line] = await lockLines(db, row.nightDate, sql`l.id = ${id}`)
  if (!line) throw notFound()
  if (line.expected !== 'expected')
    ctx.refuse('excused', { name: await nameOf(db, line.studentId), night: line.nightDate, source: line.source ? translate(ctx.lang, PRESENCE_SOURCES[line.source]) : '—' })
  const [after] = await settle(db, [line], () => ({ evidence: [{ way: 'correction', says, at: new Date().toISOString(), by: me.userId, note: reason }] }), { isLogged: true })
  return { result: after?.result ?? line.result }
})
export const nameOf = async (db: Db, studentId: string): Promise<string> =>
  (await db.query<{ name: string }>(sql`select name from student where tenant_id = ${db.me.tenantId} and id = ${studentId}`))[0]?.name ?? ''
