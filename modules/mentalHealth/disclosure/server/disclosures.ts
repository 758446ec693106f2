import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { student } from '#modules/student/model/student.ts'
import { namedByStudent } from '#modules/student/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import { notify } from '#server/notifications/notify.ts'
import { audit } from '#server/records/verbs.ts'
import { headAccounts, isPsychologist } from '../../attention/server/api.ts'
import { disclosures, mhDisclosure, openDisclosure, recordDisclosure } from '../model/disclosure.ts'
import { DISCLOSURE_MESSAGES } from '../model/messages.ts'

/** Administrators hold every permission; the role decides. */
function mustBeOfCentre(ctx: Pick<Ctx, 'me'>): void {
  if (!isPsychologist(ctx)) throw refusalOf(mhDisclosure, 'notCentre')
}
/** 50-MH13: who told whom, what and why. The audit log names neither student nor words: others read it. */
const record = handle(recordDisclosure, async (ctx, { studentId, basis, at, ...given }) => {
  const { db, me } = ctx
  mustBeOfCentre(ctx)
  if (!(await db.visible(student).find({ id: studentId }))) throw refusalOf(mhDisclosure, 'none', {}, 'studentId')
  if (Date.parse(at) > Date.now()) throw refusalOf(mhDisclosure, 'future', { at: schoolTimeText(at) }, 'at')
  const [toWhom, what, why] = [given.toWhom.trim(), given.what.trim(), given.why.trim()]
  // no history: whoever reads changes of rows must not learn whom the centre looks after
  await db.insertMany(mhDisclosure, [{ studentId, byId: me.userId, basis, at, toWhom, what, why }], { history: false })
  const [made] = await db.unscoped(mhDisclosure).all({ byId: me.userId }, { sort: ['-createdAt'], limit: 1 }) // the caller's own
  await audit(ctx, 'record', mhDisclosure.name, made?.id ?? null, { basis, toWhom })
  await notify(db, DISCLOSURE_MESSAGES.recorded, { to: await headAccounts(db), values: {}, link: '/mentalHealth/disclosures' })
})
interface Line {
  id: string
  studentId: string
  basis: 'life' | 'law'
  toWhom: string
  at: string
  by: string
}
const register = handle(disclosures, async (ctx, { current, size }) => {
  const { db } = ctx
  mustBeOfCentre(ctx)
  const page = askedPage({ current, size })
  const total = await db.unscoped(mhDisclosure).count({}) // the centre reads all
  const rows = await db.query<Line>(sql`select d.id, d.student_id as "studentId", d.basis, d.to_whom as "toWhom", d.at, u.nick_name as by
    from mh_disclosure d join sys_user u on u.tenant_id = d.tenant_id and u.id = d.by_id where d.tenant_id = ${db.me.tenantId} order by d.at desc, d.id ${page.limit}`)
  return { result: await namedByStudent(db, rows), page: page.head(total) }
})
const open = handle(openDisclosure, async (ctx, { id }) => {
  mustBeOfCentre(ctx)
  const { what, why } = await ctx.db.unscoped(mhDisclosure).one(id) // the centre reads all
  await audit(ctx, 'reveal', mhDisclosure.name, id, { fields: ['what', 'why'] })
  return { what, why }
})
export default [record, register, open]
