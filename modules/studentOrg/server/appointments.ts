import sql from 'sql-template-tag'
import { type InputOf, refusalOf } from '#model'
import { studentNumbers, studentOf } from '#modules/student/server/api.ts'
import { application, noticeKind, publishNotice, resubmit, submit, withdraw } from '#modules/workflow/server/api.ts'
import { holdersOf } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle, on } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { type Appointment, finishAppointment, keepAppointment, orgAppointment, propose, resubmitAppointment, withdrawAppointment } from '../model/appointment.ts'
import { appointmentSubject } from '../model/flow.ts'
import { type StudentOrg, studentOrg, UNIONS } from '../model/org.ts'
import { CHAIRS, type OrgPost, orgPost } from '../model/post.ts'
import { beginPosts, endPosts, lapsePosts } from './office.ts'
import { type Fault, faultsOf, faultText, freeSeat, lockForSeat, type Span, termOn } from './place.ts'
import { staffAt } from './relations.ts'
import { settingsOf } from './settings.ts'

type Form = Pick<InputOf<typeof propose>, 'from' | 'to' | 'basis' | 'gradesNote' | 'note'>
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(orgAppointment, key, values, field)
}
function mustBeFaultless([first]: readonly Fault[]): void {
  if (first) refuse(first.key, first.values, first.field)
}
/** The span, its term and its seat; holds the locks of `lockForSeat`. */
async function seatFor(db: Db, org: StudentOrg, post: OrgPost, form: Form, except: string | null): Promise<Span & { termId: string; seatNo: number }> {
  const { from } = form
  if (form.to && form.to < from) refuse('reversed', { from, to: form.to }, 'to')
  const term = await termOn(db, org, from)
  const to = form.to ?? term.to
  if (to > term.to) refuse('beyondTerm', { no: term.no, last: term.to, to }, 'to')
  if (to < today()) refuse('past', { to }, 'to')
  if (post.way === 'election' && !form.basis?.length) refuse('basisMissing', { post: post.name }, 'basis')
  return { from, to, termId: term.id, seatNo: await freeSeat(db, post, { from, to }, except) }
}
const columns = ({ basis, gradesNote, note }: Form) => ({ basis: basis ?? [], gradesNote: gradesNote ?? null, note: note ?? null })
async function stored(db: Db, row: Appointment): Promise<Appointment> {
  await attachFiles(db, orgAppointment, row.id, { basis: row.basis })
  return row
}
/** A post of an organisation that the caller keeps. */
async function keptPost({ db }: Pick<Ctx, 'db'>, id: string): Promise<OrgPost> {
  const post = await db.visibleFor(orgPost, propose.permission).find({ id })
  if (!post) throw notFound()
  return post
}
/** 60-OG1: staff of unions are shown to the school before they begin. */
async function publicise(ctx: Pick<Ctx, 'db'>, row: Appointment, org: StudentOrg): Promise<void> {
  const { noticeDays } = await settingsOf(ctx.db)
  const post = await ctx.db.unscoped(orgPost).one(row.postId) // its name
  await publishNotice(ctx, {
    round: { id: row.id, name: org.name, noticeWorkdays: noticeDays, ownerDepartmentId: org.departmentId },
    roundOf: orgAppointment,
    of: orgAppointment,
    level: org.level === 'school' ? 'school' : 'college',
    columns: ['name', 'college', 'className', 'item'],
    lines: [{ bizId: row.id, studentId: row.studentId, values: { item: `${org.name}${post.name}` } }],
    title: `${org.name}拟任${post.name}`,
  })
}
/** Looked at again when it takes effect: who has left, been punished or taken other posts meanwhile, or an organisation that has ended. */
async function approve(ctx: Pick<Ctx, 'db'>, row: Appointment): Promise<void> {
  const { db } = ctx
  const { people, org } = await lockForSeat(db, [row.studentId], row.orgId)
  const post = await db.unscoped(orgPost).one(row.postId) // of a row that is decided
  const who = people.get(row.studentId)
  const faults = who ? await faultsOf(db, who, org, post, row, { except: row.id, gradesNote: row.gradesNote }) : []
  if (row.to < today()) faults.push({ key: 'past', values: { to: row.to } })
  if (faults.length) refuse('unfit', { why: faults.map(faultText) })
  if (UNIONS.includes(org.type)) await publicise(ctx, row, org)
  else await beginPosts(db, [row.id])
}
const isOpen = async (db: Db, id: string): Promise<boolean> =>
  (
    await db.query(sql`select 1 from public_notice_line where tenant_id = ${db.me.tenantId} and biz_type = ${orgAppointment.name} and biz_id = ${id}
      and state in ('shown', 'suspended') limit 1`)
  ).length > 0
/** Nobody objects any more: the post begins on its day. */
async function cleared(db: Db, id: string): Promise<void> {
  if (await isOpen(db, id)) return
  const rows = await db.updateWhere(orgAppointment, { id, state: 'publicised' }, { state: 'approved' })
  await beginPosts(
    db,
    rows.map(r => r.id),
  )
}
/** Which steps are asked: not that of whoever has proposed it. */
async function asksOf(db: Db, row: Appointment, { level }: StudentOrg) {
  const isBy = async (role: 'fdy' | 'college') => (await staffAt(db, [{ row: { ...row } }], role)).flat().includes(row.makerId ?? '')
  const isByLeague = level !== 'class' && (await holdersOf(db, 'league')).some(h => h.id === row.makerId)
  return {
    asksCounsellor: level === 'class' && !(await isBy('fdy')),
    asksCollege: (level === 'college' || level === 'grade') && !isByLeague && !(await isBy('college')),
    asksLeague: level !== 'class' && !isByLeague,
  }
}
export default [
  ...studentNumbers(orgAppointment),
  noticeKind({ entity: orgAppointment }),
  ...application<typeof orgAppointment>(appointmentSubject, {
    async describe(db, row) {
      const [org, post, who] = [await db.unscoped(studentOrg).one(row.orgId), await db.unscoped(orgPost).one(row.postId), await studentOf(db, row.studentId)] // named to who decides
      const isUnion = UNIONS.includes(org.type)
      return {
        applicantId: row.makerId ?? '',
        studentId: row.studentId,
        title: { text: '{name} 任{org}{post}', values: { name: who?.name ?? '', org: org.name, post: post.name } },
        facts: {
          ...(await asksOf(db, row, org)),
          ...{ isUnion, isChair: isUnion && CHAIRS.includes(post.kind), kind: post.kind },
        },
      }
    },
    link: ({ id }) => `/studentOrg/appointments?view=all&id=${id}`,
    onApproved: approve,
  }),
  handle(propose, async (ctx, { postId, studentId, ...form }) => {
    const { db, me } = ctx
    const { orgId } = await keptPost(ctx, postId)
    const { people, org } = await lockForSeat(db, [studentId], orgId)
    const post = await db.unscoped(orgPost).one(postId) // as it stands behind the lock
    const who = people.get(studentId)
    if (!who) throw notFound()
    const seat = await seatFor(db, org, post, form, null)
    mustBeFaultless(await faultsOf(db, who, org, post, seat, { gradesNote: form.gradesNote }))
    const row = await stored(db, await db.insert(orgAppointment, { orgId, postId, studentId, ...seat, ...columns(form), way: post.way, makerId: me.userId, state: 'pending' }))
    await submit(ctx, appointmentSubject, row)
    return { id: row.id }
  }),
  handle(resubmitAppointment, async (ctx, { id, ...form }) => {
    const { db } = ctx
    const found = await db.visible(orgAppointment).one(id)
    const { people, org } = await lockForSeat(db, [found.studentId], found.orgId)
    const row = await db.visible(orgAppointment).lock(id, 'resubmit')
    const post = await db.unscoped(orgPost).one(row.postId) // of a row in scope
    const seat = await seatFor(db, org, post, form, id)
    const who = people.get(row.studentId)
    if (who) mustBeFaultless(await faultsOf(db, who, org, post, seat, { except: id, gradesNote: form.gradesNote }))
    await resubmit(ctx, appointmentSubject, await stored(db, await db.update(orgAppointment, id, { ...seat, ...columns(form) })))
  }),
  handle(withdrawAppointment, async (ctx, { id }) => {
    await ctx.db.visible(orgAppointment).lock(id, 'withdraw')
    await withdraw(ctx, { bizType: orgAppointment.name, bizId: id })
  }),
  handle(finishAppointment, async ({ db }, { id, ending, reason }) => {
    await db.visible(orgAppointment).lock(id, 'finish')
    await endPosts(db, [id], ending, reason)
  }),
  handle(keepAppointment, async ({ db }, { id }) => {
    await db.visible(orgAppointment).lock(id, 'keepPost')
    await db.update(orgAppointment, id, { postDoubt: null })
  }),
  on('publicNotice.ended', 'studentOrg.cleared', async ({ db }, { roundId }) => {
    if (typeof roundId === 'string') await cleared(db, roundId)
  }),
  on('publicNotice.objectionDecided', 'studentOrg.objected', async ({ db }, { bizType, bizId, upheld }) => {
    if (bizType !== orgAppointment.name || typeof bizId !== 'string') return
    if (upheld) await lapsePosts(db, [bizId], '公示期异议成立')
    else await cleared(db, bizId)
  }),
]
