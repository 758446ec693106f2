import sql from 'sql-template-tag'
import { mustAllow, refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { namedByStudent, ownStudentId, type StudentOf, studentOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notify } from '#server/notifications/notify.ts'
import { keepTask } from '#server/notifications/todos.ts'
import { psychologists } from '../../attention/server/api.ts'
import { COUNSELLING_MESSAGES } from '../model/messages.ts'
import {
  agreeOnPaper,
  agreeReferral,
  mhReferral,
  myReferrals,
  OPEN_REFERRAL,
  type Referral,
  referInDanger,
  type referralStates,
  referStudent,
  refuseReferral,
  sentReferrals,
  withdrawReferral,
} from '../model/referral.ts'

const DESK_LINK = '/mentalHealth/referralDesk'
const OWN_LINK = '/mentalHealth/book'
/** Exactly these people have something to do about a referral; in words that say nothing. */
export const followReferral = (db: Db, bizId: string, to: readonly string[], link = DESK_LINK): Promise<void> =>
  keepTask(db, { bizType: mhReferral.name, bizId }, to, { title: { text: '有一项工作等你处理' }, link, mobileLink: link }, '已处理')
type Verb = keyof typeof referralStates.verbs
/** Student first, as by everybody who books for them, then the row; who may act is asked behind the lock. Whoever may not learns no state. */
export async function lockedReferral(db: Db, id: string, verb: Verb, may: (row: Referral, who: StudentOf) => boolean | Promise<boolean>) {
  const known = await db.unscoped(mhReferral).find({ id }) // decided below
  const who = known && (await studentOf(db, known.studentId, { lock: true }))
  if (!who) throw notFound()
  const row = await db.unscoped(mhReferral).lock(id) // the same
  if (!(await may(row, who))) throw notFound()
  mustAllow(mhReferral, row, verb)
  return { row, who }
}
export const counsels = async (db: Db, who: StudentOf): Promise<boolean> => (await staffOf(db, who, 'fdy')).includes(db.me.userId)
async function toCentre(db: Db, id: string, isDanger: boolean): Promise<void> {
  const to = await psychologists(db)
  await followReferral(db, id, to)
  await notify(db, isDanger ? COUNSELLING_MESSAGES.urgent : COUNSELLING_MESSAGES.referred, { to, values: {}, link: DESK_LINK, mobileLink: DESK_LINK })
}
interface Said {
  studentId: string
  reason: string
  dangerReason: string | null
}
/** 50-MH10: of a student of one's own. In danger it goes to the centre at once, else once the student has said to know of it. */
async function refer(db: Db, { studentId, reason, dangerReason }: Said): Promise<void> {
  const who = (await db.visible(student).find({ id: studentId })) && (await studentOf(db, studentId, { lock: true }))
  // administrators reach every student: the relation counts
  if (!(who && (await counsels(db, who)))) throw refusalOf(mhReferral, 'none', {}, 'studentId')
  const isDanger = dangerReason !== null
  const draft = { studentId, referredById: db.me.userId, isDanger, reason: reason.trim(), dangerReason, state: isDanger ? ('sent' as const) : ('asked' as const) }
  // no history: whoever reads changes of rows must not learn who was sent here
  if (!(await db.insertMany(mhReferral, [draft], { history: false, skipExisting: true }))) throw refusalOf(mhReferral, 'open', {}, 'studentId')
  const made = await db.unscoped(mhReferral).find({ studentId, state: [...OPEN_REFERRAL] }) // just made
  if (!made) throw notFound()
  if (isDanger) return toCentre(db, made.id, true)
  const to = who.userId ? [who.userId] : []
  await followReferral(db, made.id, to, OWN_LINK)
  await notify(db, COUNSELLING_MESSAGES.suggested, { to, values: {}, link: OWN_LINK, mobileLink: OWN_LINK })
}
const known = handle(referStudent, ({ db }, given) => refer(db, { ...given, dangerReason: null }))
const danger = handle(referInDanger, ({ db }, given) => refer(db, { ...given, dangerReason: given.dangerReason.trim() }))
/** Seen by the student among their referrals, like a yes of their own. */
const onPaper = handle(agreeOnPaper, async ({ db }, { id, signedOn }) => {
  await lockedReferral(db, id, 'agreeOnPaper', (_row, who) => counsels(db, who))
  if (signedOn > today()) throw refusalOf(mhReferral, 'signed', { day: signedOn }, 'signedOn')
  await db.updateWhere(mhReferral, { id }, { state: 'sent', agreedAt: new Date().toISOString(), signedOn }, { history: false })
  await toCentre(db, id, false)
})
const withdrawn = handle(withdrawReferral, async ({ db }, { id }) => {
  await lockedReferral(db, id, 'withdraw', (_row, who) => counsels(db, who))
  await db.updateWhere(mhReferral, { id }, { state: 'withdrawn' }, { history: false })
  await followReferral(db, id, [])
})
const sent = handle(sentReferrals, async ({ db, me }) => {
  const rows = await db.query<Pick<Referral, 'id' | 'studentId' | 'isDanger' | 'state' | 'reply'> & { by: string; at: string }>(sql`
    select r.id, r.student_id as "studentId", r.is_danger as "isDanger", r.state, r.reply, u.nick_name as by, r.created_at as at
    from mh_referral r join sys_user u on u.tenant_id = r.tenant_id and u.id = r.referred_by_id
    where r.tenant_id = ${me.tenantId} and exists (select from student_staff_now k where k.tenant_id = r.tenant_id and k.student_id = r.student_id and k.role = 'fdy' and k.user_id = ${me.userId})
    order by r.created_at desc, r.id`)
  return namedByStudent(db, rows)
})
const mine = handle(myReferrals, async ({ db, me }) => {
  const rows = await db.unscoped(mhReferral).all({ studentId: ownStudentId(me), isDanger: false }, { sort: ['-createdAt'] }) // the caller's own
  const nameOf = await accountNamer(
    db,
    rows.map(r => r.referredById),
  )
  return rows.map(({ id, referredById, createdAt, state }) => ({ id, by: nameOf(referredById), at: createdAt, state }))
})
const own = (db: Db) => (row: Referral) => row.studentId === ownStudentId(db.me) && !row.isDanger
const agreed = handle(agreeReferral, async ({ db }, { id }) => {
  await lockedReferral(db, id, 'agree', own(db))
  await db.updateWhere(mhReferral, { id }, { state: 'sent', agreedAt: new Date().toISOString() }, { history: false })
  await toCentre(db, id, false)
})
const refused = handle(refuseReferral, async ({ db }, { id }) => {
  const { row } = await lockedReferral(db, id, 'refuse', own(db))
  await db.updateWhere(mhReferral, { id }, { state: 'unwanted' }, { history: false })
  await followReferral(db, id, [])
  await tellReferrer(db, row)
})
/** Whoever referred reads that something has come of it; what, on the page. */
export const tellReferrer = (db: Db, { referredById }: Pick<Referral, 'referredById'>): Promise<unknown> =>
  notify(db, COUNSELLING_MESSAGES.answered, { to: [referredById], values: {}, link: '/mentalHealth/referrals' })
export default [known, danger, onPaper, withdrawn, sent, mine, agreed, refused]
