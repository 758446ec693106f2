import type { Phrase } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { type Change, societyChange } from '../model/change.ts'
import { type Founding, societyFounding } from '../model/founding.ts'
import { FUND_KINDS, type FundDraft, societyFundDraft } from '../model/fund.ts'
import { type Member, societyMember } from '../model/member.ts'
import { confirmJoin, keepPost } from '../model/member-actions.ts'
import { CHANGE_MESSAGES, FOUNDING_MESSAGES, FUND_MESSAGES, MEMBER_MESSAGES, SOCIETY_MESSAGES } from '../model/messages.ts'
import { type Society, society } from '../model/society.ts'
import { keepersOf } from './reach.ts'

export const MINE = '/society/mine'
export const aboutMember: MessageAbout<Member> = {
  bizType: 'societyMember',
  link: () => MINE,
  values: async ({ societyId }, db) => ({ society: (await db.unscoped(society).one(societyId)).name }), // its name
}
export const aboutSociety: MessageAbout<Society> = { bizType: 'society', link: () => MINE, values: ({ name }) => ({ society: name }) }
const byOf = ({ answerBy }: Member): string => (answerBy ? schoolTimeText(answerBy) : '')
export const memberTodos = rowTodos<Member, 'answer' | 'confirm' | 'review'>(societyMember, aboutMember, {
  answer: { text: '{name}申请加入{society}，请答复', while: r => r.state === 'asked', link: () => MINE, dueAt: r => r.answerBy, message: MEMBER_MESSAGES.asked },
  confirm: { text: '{name}加入{society}，请确认', while: r => r.state === 'confirming', link: r => `/society/members?view=waiting&studentId=${r.studentId}` },
  review: { text: '{name}受处分，请核实能否继续任{society}的职务', while: r => r.postDoubt !== null, link: r => `/society/members?view=doubt&studentId=${r.studentId}` },
})
type Event = 'joined' | 'merged' | 'declined' | 'removalAsked' | 'removed'
/** Tells students about their memberships. */
export async function tell(db: Db, event: Event, rows: readonly Member[], more: Record<string, string | Phrase> = {}): Promise<void> {
  const people = await withStudents(db, rows)
  await notifyAbout(
    db,
    MEMBER_MESSAGES[event],
    aboutMember,
    people.map(({ row, who }) => ({ row, who, more })),
  )
}
/** Whoever answers for the society is asked; where it has no head, its advisors. */
export async function askKeepers(db: Db, row: Member, of: Society, isLate = false): Promise<void> {
  const [one] = await withStudents(db, [row])
  const { heads, advisors } = await keepersOf(db, of)
  if (one) await memberTodos.open(db, 'answer', [{ ...one, to: isLate || !heads.length ? advisors : heads, more: { by: byOf(row) } }])
}
/** 60-SO7: the head is reminded before the answer is due. */
export async function urgeHeads(db: Db, row: Member, of: Society): Promise<void> {
  const [one] = await withStudents(db, [row])
  const { heads } = await keepersOf(db, of)
  if (one) await notifyAbout(db, MEMBER_MESSAGES.overdue, aboutMember, [{ ...one, to: heads, more: { by: byOf(row) } }])
}
const PERMISSIONS = { confirm: confirmJoin.permission, review: keepPost.permission } as const
export async function askStaff(db: Db, step: 'confirm' | 'review', rows: readonly Member[]): Promise<void> {
  const to = await accountsWith(db, PERMISSIONS[step])
  await memberTodos.open(
    db,
    step,
    (await withStudents(db, rows)).map(one => ({ ...one, to })),
  )
}
/** Tells head, deputies and advisors about their society. */
export async function tellKeepers(db: Db, event: keyof typeof SOCIETY_MESSAGES, of: Society, more: Record<string, string> = {}): Promise<void> {
  const { heads, advisors } = await keepersOf(db, of)
  await notifyAbout(db, SOCIETY_MESSAGES[event], aboutSociety, [{ row: of, to: [...new Set([...heads, ...advisors])], more }])
}
const moneyPage = ({ societyId }: FundDraft): string => `/society/money?societyId=${societyId}`
export const aboutFund: MessageAbout<FundDraft> = {
  bizType: 'societyFundDraft',
  link: moneyPage,
  values: async ({ societyId, about, amount }, db) => ({ society: (await db.unscoped(society).one(societyId)).name, about, amount: yuanText(amount) }), // its name
}
const agrees = { text: '{society}：{about}，{amount} 元，请复核', link: moneyPage, message: FUND_MESSAGES.fundAsked } as const
export const fundTodos = rowTodos<FundDraft, 'check' | 'advise' | 'confirm' | 'mend'>(societyFundDraft, aboutFund, {
  check: { ...agrees, while: r => r.state === 'asked' },
  advise: { ...agrees, while: r => r.state === 'advising' },
  confirm: { ...agrees, while: r => r.state === 'confirming', link: r => `/society/fundDrafts?id=${r.id}` },
  mend: { text: '{society}的经费单被退回：{about}', while: r => r.state === 'returned', link: moneyPage, message: FUND_MESSAGES.fundReturned },
})
/** Who is asked next about a draft. */
export async function askAboutFund(db: Db, row: FundDraft, step: 'check' | 'advise' | 'confirm', to: readonly string[]): Promise<void> {
  await fundTodos.open(db, step, [{ row, to, more: { kind: { text: FUND_KINDS[row.kind] } } }])
}
export const aboutFounding: MessageAbout<Founding> = {
  bizType: societyFounding.name,
  link: ({ id }) => `/society/found?id=${id}`,
  values: ({ name }) => ({ society: name }),
}
export async function tellFounder(db: Db, event: keyof typeof FOUNDING_MESSAGES, row: Founding): Promise<void> {
  const people = await withStudents(db, [row])
  await notifyAbout(db, FOUNDING_MESSAGES[event], aboutFounding, people)
}
const aboutChange: MessageAbout<Change> = {
  bizType: societyChange.name,
  link: () => MINE,
  values: async ({ societyId }, db) => ({ society: (await db.unscoped(society).one(societyId)).name }), // its name
}
export const changeTodos = rowTodos<Change, 'lead'>(societyChange, aboutChange, {
  lead: {
    text: '请你担任{society}的负责人',
    while: r => r.agreedAt === null && (r.state === 'pending' || r.state === 'returned'),
    link: () => MINE,
    message: CHANGE_MESSAGES.askedToLead,
  },
})
