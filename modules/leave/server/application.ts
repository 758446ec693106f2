import { notAllowed, type Phrase, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { holderOf, holdersOn } from '#modules/campus/server/api.ts'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import { handleApplication, refuseWith } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { leaveApplication } from '../model/application.ts'
import { leaveSubject } from '../model/flow.ts'
import { dateOf, HALVES, type Half, nameOf, type Span } from '../model/half-days.ts'
import { leave } from '../model/leave.ts'
import { LEAVE_MESSAGES } from '../model/messages.ts'
import { cardOf } from './approval-card.ts'
import { afterCancel, approve } from './approved.ts'
import { isAway } from './end-leave.ts'
import { begin, mine, verbsOf } from './my-applications.ts'
import { outcomeOf } from './outcome.ts'
import { aboutLeave, linkOf } from './people.ts'
import { preview } from './preview.ts'
import { proofsOf } from './proofs.ts'
import { draftOf, type Leave, numbersOf, typeOf, validate, validateForm } from './submit.ts'

function halfPhrase(half: Half): Phrase {
  const date = dateOf(half).slice(5)
  return { text: '{month}月{day}日{half}', values: { month: Number(date.slice(0, 2)), day: Number(date.slice(3)), date, half: HALVES[nameOf(half)] } }
}
/** 9月16日上午 至 9月18日下午 */
export const spanPhrase = ({ from, to }: Span): Phrase => ({ text: '{from} 至 {to}', values: { from: halfPhrase(from), to: halfPhrase(to) } })

async function hasBzr(db: Db, { counselledClassId }: StudentOf): Promise<boolean> {
  return Boolean(counselledClassId && holderOf(await holdersOn(db), counselledClassId, 'bzr'))
}
/** What the approval process shows of a leave, and the facts its conditions decide by. */
async function describe(db: Db, row: Leave, who: StudentOf) {
  const type = await typeOf(db, row.typeId)
  const o = await outcomeOf(db, { studentId: who.id, classId: who.classId, type, startAt: row.startAt, endAt: row.endAt, id: row.id ?? null, extendsId: row.extendsId ?? null })
  const missed = o.courses.reduce((sum, c) => sum + c.now, 0)
  const away = row.leavesCity ? '离开本市' : row.leavesCampus ? '离校' : ''
  return {
    title: { text: row.extendsId ? '{name} 续{type} {days} 天' : '{name} {type} {days} 天', values: { name: who.name, type: type.name, days: o.days } },
    summary: [spanPhrase(o.span), ...(missed ? [{ text: '缺 {n} 节课', values: { n: missed } }] : []), ...(away ? [{ text: away }] : [])],
    facts: {
      countedDays: o.countedDays,
      approvalLevel: o.level,
      leaveType: type.code,
      touchesHoliday: o.besideHoliday.length > 0,
      exam: o.exams.length > 0,
      termDays: o.termTotal,
      termTimes: o.termTimes,
      missedSections: missed,
      asksBzr: o.settings.bzrFirst && (await hasBzr(db, who)),
      isExtension: Boolean(row.extendsId),
      isRetro: row.applyWay === 'retro',
    },
  }
}
/** Leave as a kind of application: its rules, and the effects of each decision. */
export const leaves = handleApplication(leave, leaveApplication, {
  subject: leaveSubject,
  link: row => linkOf(row.id),
  copyPage: '/leave/apply',
  validate: validateForm,
  formOf: row => ({ ...row, reason: row.reason ?? row.privateReason ?? '', proofs: [...proofsOf(row)], proofPromised: row.proofDueOn !== null, examConfirmed: true }),
  draft: draftOf,
  initial: async ({ db }, _who, _form, { isRetro }) => ({ leaveNo: await serialNo(db, 'QJ', 'leave_no_seq'), applyWay: isRetro ? ('retro' as const) : ('self' as const) }),
  /** Approval given by phone takes effect at once and is recorded with the name. */
  onBehalf: ({ approvedByPhone }) => ({ applyWay: 'byStaff' as const, ...(approvedByPhone ? { approvedByPhone, state: 'approved' as const } : {}) }),
  async stored(ctx, row, who) {
    if (row.applyWay !== 'byStaff') return
    await notifyAbout(ctx.db, LEAVE_MESSAGES.recorded, aboutLeave, [{ row, who, more: { by: ctx.me.nickName } }])
    if (row.state === 'approved') await approve(ctx, row)
  },
  begin,
  preview,
  mine,
  verbs: verbsOf,
  cancelProblem(row) {
    if (row.extendsId) return notAllowed(leave, row, 'cancel')
    return isAway(row) ? refusalOf(leaveApplication.cancel, 'begun', { from: schoolTimeText(row.startAt) }) : undefined
  },
  card: cardOf,
  describe,
  /** An approver's edit is validated like the original, without the rules about the time of submission. */
  async edited(db, row, patch) {
    const who = await studentOf(db, row.studentId)
    if (!who) throw refusalOf(leave, 'studentUnknown')
    const judged = await validate(db, who, { ...row, ...patch }, { id: row.id, extendsId: row.extendsId, isStaff: true })
    refuseWith(leave, judged.violations.slice(0, 1))
    Object.assign(patch, numbersOf(judged.outcome))
  },
  approved: (ctx, row) => approve(ctx, row),
  async cancelled(ctx, row) {
    if (row.approvedAt) await afterCancel(ctx, row, ctx.opinion ?? '')
  },
})
export default leaves.registrations
