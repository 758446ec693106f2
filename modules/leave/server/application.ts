import { type Phrase, refusalOf } from '#model'
import { holderOf, holdersOn } from '#modules/campus/server/api.ts'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import { application } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { leaveSubject } from '../model/flow.ts'
import { dateOf, HALVES, type Half, nameOf, type Span } from '../model/half-days.ts'
import { leave } from '../model/leave.ts'
import { afterCancel, approve } from './approved.ts'
import { outcomeOf } from './outcome.ts'
import { linkOf } from './people.ts'
import { type Leave, numbersOf, typeOf, validate } from './submit.ts'

function halfPhrase(half: Half): Phrase {
  const date = dateOf(half).slice(5)
  return { text: '{month}月{day}日{half}', values: { month: Number(date.slice(0, 2)), day: Number(date.slice(3)), date, half: HALVES[nameOf(half)] } }
}
/** 9月16日上午 至 9月18日下午 */
export const spanPhrase = ({ from, to }: Span): Phrase => ({ text: '{from} 至 {to}', values: { from: halfPhrase(from), to: halfPhrase(to) } })

async function studentWithAccount(db: Db, row: Leave): Promise<StudentOf & { userId: string }> {
  const who = await studentOf(db, row.studentId)
  if (!who) throw refusalOf(leave, 'studentUnknown')
  if (!who.userId) throw refusalOf(leave, 'noAccount', { name: who.name })
  return { ...who, userId: who.userId }
}
async function hasBzr(db: Db, { counselledClassId }: StudentOf): Promise<boolean> {
  return Boolean(counselledClassId && holderOf(await holdersOn(db), counselledClassId, 'bzr'))
}
/** Leave as a kind of application: facts for its flow's conditions, and the effects of each decision. */
export default application<typeof leave>(leaveSubject, {
  async describe(db, row) {
    const who = await studentWithAccount(db, row)
    const type = await typeOf(db, row.typeId)
    const o = await outcomeOf(db, { studentId: who.id, classId: who.classId, type, startAt: row.startAt, endAt: row.endAt, id: row.id ?? null, extendsId: row.extendsId ?? null })
    const missed = o.courses.reduce((sum, c) => sum + c.now, 0)
    const away = row.leavesCity ? '离开本市' : row.leavesCampus ? '离校' : ''
    return {
      applicantId: who.userId,
      studentId: who.id,
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
  },
  link: row => linkOf(row.id),
  mobileLink: row => linkOf(row.id),
  /** An approver's edit is validated like the original, without the rules about the time of submission. */
  async edited(db, row, patch) {
    const who = await studentWithAccount(db, row)
    const judged = await validate(db, who, { ...row, ...patch }, { id: row.id, extendsId: row.extendsId, isStaff: true })
    const [first] = judged.problems
    if (first) throw refusalOf(leave, first.key, first.values, first.field)
    Object.assign(patch, numbersOf(judged.outcome))
  },
  onApproved: (ctx, row) => approve(ctx, row),
  async onCancelled(ctx, row) {
    if (row.approvedAt) await afterCancel(ctx, row, ctx.opinion ?? '')
  },
})
