import sql, { empty } from 'sql-template-tag'
import { refusalOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { student } from '#modules/student/model/student.ts'
import { namedByStudent } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import { notFound } from '#server/data/rows.ts'
import { notify } from '#server/notifications/notify.ts'
import { settingsReader } from '#server/params/settings.ts'
import { audit } from '#server/records/verbs.ts'
import { caseAsTeam, headAccounts, isPsychologist, layerOf, layersOf, psychologists } from '../../attention/server/api.ts'
import { breakGlass, glassRegister, mhBreakGlass, myGlasses, readByGlass } from '../model/break-glass.ts'
import { GLASS_MESSAGES } from '../model/messages.ts'
import { GLASS_PARAMETERS } from '../model/parameters.ts'

const settingsOf = settingsReader('mentalHealth', GLASS_PARAMETERS)
const REGISTER = '/mentalHealth/glassRegister'
/** Who answers for emergency accesses: the head, or the centre where the school names none. */
async function overseers(db: Db): Promise<string[]> {
  const heads = await headAccounts(db)
  return heads.length ? heads : psychologists(db)
}
/** Recorded and told whether there is a case or not: otherwise it would be a way to ask who has one. */
const broken = handle(breakGlass, async (ctx, { studentId, why }) => {
  const { db, me } = ctx
  if (!(await db.visible(student).find({ id: studentId }))) throw refusalOf(mhBreakGlass, 'none', {}, 'studentId')
  const [found] = await db.query<{ id: string }>(sql`select id from attention_case where tenant_id = ${me.tenantId} and student_id = ${studentId} and state <> 'closed'`)
  if (found && (await layerOf(db, found.id))?.layer === 2) throw refusalOf(mhBreakGlass, 'ofTeam')
  const { glassMinutes } = await settingsOf(db)
  const now = Date.now()
  const [at, until] = [now, now + glassMinutes * MINUTE_MS].map(ms => new Date(ms).toISOString()) as [string, string]
  // no history: whoever reads changes of rows must not learn whom the centre looks after
  await db.insertMany(mhBreakGlass, [{ studentId, caseId: found?.id ?? null, byId: me.userId, at, until, why: why.trim() }], { history: false })
  await audit(ctx, 'breakGlass', mhBreakGlass.name, null, { until })
  await notify(db, GLASS_MESSAGES.broken, { to: await overseers(db), values: {}, link: REGISTER, mobileLink: REGISTER })
})
interface Line {
  id: string
  studentId: string
  at: string
  until: string
}
const mine = handle(myGlasses, async ({ db, me }) => {
  const rows = await db.query<Line>(sql`select id, student_id as "studentId", at, until from mh_break_glass
    where tenant_id = ${me.tenantId} and by_id = ${me.userId} and until > now() order by at desc, id`)
  return namedByStudent(db, rows)
})
const opened = handle(readByGlass, async (ctx, { id }) => {
  const { db, me } = ctx
  const glass = await db.unscoped(mhBreakGlass).one(id) // compared with the caller next
  if (glass.byId !== me.userId) throw notFound()
  if (Date.parse(glass.until) <= Date.now()) throw refusalOf(mhBreakGlass, 'over', { at: schoolTimeText(glass.until) })
  // who has left their scope since, or changed duties, reads no longer
  if (!(await db.visible(student).find({ id: glass.studentId }))) throw notFound()
  if (!glass.caseId) throw refusalOf(mhBreakGlass, 'noCase')
  return caseAsTeam(ctx, glass.caseId, { breakGlass: id })
})
const register = handle(glassRegister, async ({ db, me }, { current, size }) => {
  // administrators hold every permission; the role decides
  if (!isPsychologist(db)) throw refusalOf(mhBreakGlass, 'notCentre')
  const page = askedPage({ current, size })
  const isAll = (await overseers(db)).includes(me.userId)
  const theirs = isAll ? empty : sql`and g.case_id in (select x.id from ${await layersOf(db)} x where x.layer = 2)`
  const from = sql`mh_break_glass g where g.tenant_id = ${me.tenantId} ${theirs}`
  const [{ n: total } = { n: 0 }] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${from}`)
  const lines = await db.query<
    Line & { hasCase: boolean; by: string }
  >(sql`select l.id, l.student_id as "studentId", l.at, l.until, l.case_id is not null as "hasCase", u.nick_name as by
    from (select g.* from ${from} order by g.at desc, g.id ${page.limit}) l join sys_user u on u.tenant_id = l.tenant_id and u.id = l.by_id order by l.at desc, l.id`)
  const words = new Map((await db.unscoped(mhBreakGlass).all({ id: lines.map(l => l.id) })).map(g => [g.id, g.why])) // those above
  return { result: (await namedByStudent(db, lines)).map(line => ({ ...line, why: words.get(line.id) ?? '' })), page: page.head(total) }
})
export default [broken, mine, opened, register]
