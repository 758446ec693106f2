import { familyMember } from '#modules/student/model/family.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { type Contact, writeContacts } from './contacts.ts'
import { demoLetters } from './demo-letters.ts'

const random = randomOf(5012)
const KINDS = ['call', 'call', 'call', 'visit', 'meeting'] as const
const TALKS = [
  ['study', '期中两门课不及格，家长会督促', '家长表示配合'],
  ['attendance', '近两周缺课四次，家长不知情', '家长会和孩子谈'],
  ['accommodation', '想到校外住，家长了解并支持', '家长同意'],
  ['aid', '家里刚受灾，建议申请临时困难补助', '已告知申请办法'],
  ['praise', '学科竞赛获省奖', '家长很高兴'],
  ['health', '最近睡眠不好，建议家长多联系', '家长周末来看望'],
] as const
/** 400 contacts of counsellors with families, and letters to them. */
export default (async (db, { students }) => {
  const [fdy, officer, pupils] = [await demoAccount(db, 'fdy'), await demoAccount(db, 'officer'), await demoPupils(db)]
  const guardians = new Map((await db.unscoped(familyMember).all({ isGuardian: true })).map(m => [m.studentId, m])) // the demo's own
  const known = pupils.flatMap(({ id, isNear }) => {
    const guardian = guardians.get(id)
    return guardian ? [{ id, isNear, guardian }] : []
  })
  if (!fdy || !known.length) return
  const contacts = Array.from({ length: sized(students, 400, 60) }, (_, n): Contact => {
    const one = known[(n * 7) % known.length] as (typeof known)[number]
    const [contactReason, content, result] = random.pick(TALKS)
    const times = { at: moment(-random.int(1, 120), '16:20'), byId: fdy.id }
    return { ...times, studentId: one.id, guardianId: one.guardian.id, kind: random.pick(KINDS), contactReason, content, result, sourceType: 'homeContact', sourceId: uuidv7() }
  })
  await writeContacts(db, contacts)
  const first = known.toSorted((a, b) => Number(b.isNear) - Number(a.isNear))
  if (officer) await demoLetters(db, officer, fdy, first.slice(0, sized(students, 3000, 200)))
}) satisfies Demo
