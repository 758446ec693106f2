import type { Row } from '#model'
import type { familyMember } from '#modules/student/model/family.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { moment } from '#server/demo/days.ts'
import { homeLetter, homeLetterReceipt } from '../model/home-letter.ts'
import { writeContacts } from './contacts.ts'
import { carriedOf } from './letter-content.ts'

type Writer = Readonly<Record<'id', string>> & { teacherId?: string | null; departmentId?: string | null }
interface Reached {
  id: string
  guardian: Row<typeof familyMember>
}
const CONTENT = `{学生姓名}（{学院}{班级}）的家长{家长姓名}：

您好！本学期已经过半。孩子本学期缺勤 {本学期缺勤次数}，请假 {本学期请假天数}。请您多和孩子联系，提醒按时作息、注意用电和交通安全，放假返校留好行程。

有事请联系辅导员{辅导员}。感谢您对{学校}工作的支持！`
const ALLOWED = ['student', 'guardian', 'college', 'className', 'counsellor', 'school', 'absences', 'leaveDays'] as const
const OPINIONS = ['孩子最近说睡得不好，想和老师聊聊', '想了解一下助学贷款怎么办', '孩子想转专业，请老师给些建议'] as const
const whole = (by: Writer) => ({
  processType: 'homeLetter',
  audience: { all: true as const },
  ownerId: by.id,
  ownerDepartmentId: by.departmentId ?? null,
  teacherId: by.teacherId ?? null,
})
/** One letter that went six days ago, with 85 % receipts, and one that the counsellor has not published yet. Their links are nobody's: their hashes belong to no key. */
export async function demoLetters(db: Db, officer: Writer, fdy: Writer, to: readonly Reached[]): Promise<void> {
  const common = { contactReason: 'study', allowedFields: [...ALLOWED], content: CONTENT } as const
  const times = { beginTime: moment(-6, '09:00'), endTime: moment(8, '22:00'), publishedAt: moment(-6, '09:00') }
  const { id } = await db.insert(homeLetter, {
    ...whole(officer),
    ...common,
    ...times,
    name: '期中致家长信',
    state: 'published',
    sending: 'done',
    audienceCount: to.length,
  } as never)
  await db.insert(homeLetter, {
    ...whole(fdy),
    ...{ name: '放假安全致家长信', contactReason: 'safety', beginTime: moment(0, '08:00'), endTime: moment(14, '22:00'), state: 'draft', sending: 'none' },
    ...{
      allowedFields: ['student', 'className', 'counsellor'],
      content: '{学生姓名}的家长：\n\n快放假了，请和孩子（{班级}）确认离校和返校的日期、路线，到家后报个平安。\n\n辅导员 {辅导员}',
    },
  } as never)
  const carried = await carriedOf(
    db,
    common,
    to.map(r => ({ studentId: r.id, guardianId: r.guardian.id })),
  )
  const sentAt = moment(-6, '09:05')
  const drafts = to.map(({ id: studentId, guardian }, n) => {
    const of = { letterId: id, studentId, guardianId: guardian.id }
    if (!guardian.phone) return { ...of, state: 'noPhone' as const }
    const sent = { ...of, phone: guardian.phone, tokenHash: uuidv7(), carried: JSON.stringify(carried(studentId)), sentAt }
    const share = (n * 37) % 100
    if (share >= 95) return { ...sent, state: 'sent' as const }
    const readAt = moment(-1 - (share % 5), '19:20')
    if (share >= 85) return { ...sent, state: 'read' as const, readAt }
    const call = share < OPINIONS.length
    return {
      ...sent,
      state: 'answered' as const,
      readAt,
      answeredAt: readAt,
      answer: call ? ('call' as const) : ('known' as const),
      opinion: call ? (OPINIONS[share] ?? null) : null,
    }
  })
  const keys = ['phone', 'tokenHash', 'carried', 'sentAt', 'readAt', 'answeredAt', 'answer', 'opinion'] as const
  const even = drafts.map(d => ({ ...Object.fromEntries(keys.map(key => [key, null])), ...d }))
  await db.insertMany(homeLetterReceipt, even as never, { history: false })
  const told = { kind: 'letter', contactReason: 'study', at: sentAt, byId: officer.id, result: '期中致家长信', sourceType: homeLetter.name } as const
  await writeContacts(
    db,
    to.filter(r => r.guardian.phone).map(r => ({ ...told, studentId: r.id, guardianId: r.guardian.id, sourceId: `${id}:${r.id}` })),
  )
}
