import { action, bool, choice, date, datetime, dict, integer, list, money, ref, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { societyCategory } from './dictionaries.ts'
import { memberStates, ROLES, societyMember } from './member.ts'
import { JOIN_WAYS, LEVELS, society, societyStates } from './society.ts'

const need = { required: true } as const
const id = ref('societyMember', '社团成员', need)
const reason = text('原因', { ...need, min: 2, max: 200 })
const refusals = { ...society.options.refusals, ...societyMember.options.refusals }
const { name: who } = student.fields
const name = text('社团', { ...need, max: 40 })
const count = (label: string) => integer(label, need)
const OWN = 'society:societyMember:join'
const ANSWER = 'society:societyMember:accept'

/** 社团广场: what students can join, with the places that are left. */
export const societySquare = action('society.society.square', '社团广场', {
  method: 'GET',
  permission: OWN,
  many: true,
  input: { q: text('名称', { max: 40 }), category: dict('类别', societyCategory) },
  output: {
    id: ref('society', '社团', need),
    name,
    nameEn: society.fields.nameEn,
    category: dict('类别', societyCategory, need),
    level: choice('级别', LEVELS, need),
    purpose: text('宗旨', { ...need, max: 500 }),
    meets: society.fields.meets,
    joinWay: choice('加入方式', JOIN_WAYS, need),
    state: societyStates.field('状态'),
    star: count('星级'),
    head: text('负责人', { max: 64 }),
    members: count('成员'),
    placesLeft: integer('空余'),
    fee: money('会费'),
    mine: choice('我的状态', memberStates.labels),
  },
})
export const join = action('society.societyMember.join', '加入', {
  input: { societyId: ref('society', '社团', need), note: text('申请说明', { max: 200, multiline: true, help: '写几句你为什么想加入' }) },
  output: { state: memberStates.field('结果') },
  refusals,
})
export const leave = action('society.societyMember.leave', '退出社团', {
  permission: OWN,
  input: { id, reason: text('原因', { max: 200 }) },
  output: 'none',
  refusals,
})
export const accept = action('society.societyMember.accept', '同意加入', { input: { id }, output: { state: memberStates.field('结果') }, refusals })
export const decline = action('society.societyMember.decline', '不同意', { permission: ANSWER, input: { id, reason }, output: 'none', refusals })
/** 60-SO6: of students from Hong Kong, Macao, Taiwan and abroad, by the responsible office. */
export const confirmJoin = action('society.societyMember.confirm', '确认加入', { input: { id }, output: { state: memberStates.field('结果') }, inScope: true, refusals })
export const giveRole = action('society.societyMember.giveRole', '任职', {
  permission: ANSWER,
  input: {
    id,
    role: choice('职务', { deputy: ROLES.deputy, treasurer: ROLES.treasurer, officer: ROLES.officer, member: ROLES.member }, need),
  },
  output: 'none',
  refusals,
})
export const askRemoval = action('society.societyMember.askRemoval', '提出移出', { permission: ANSWER, input: { id, reason }, output: 'none', refusals })
export const answerRemoval = action('society.societyMember.answerRemoval', '申辩', {
  permission: OWN,
  input: { id, statement: text('申辩', { ...need, min: 2, max: 500, multiline: true }) },
  output: 'none',
  refusals,
})
export const keepMember = action('society.societyMember.keepMember', '不再移出', { permission: ANSWER, input: { id }, output: 'none', refusals })
export const removeMember = action('society.societyMember.removeMember', '移出', { permission: ANSWER, input: { id }, output: 'none', refusals })
/** By staff, of somebody who has left: the same row goes on. */
export const readmit = action('society.societyMember.readmit', '重新加入', { permission: 'society:societyMember:add', input: { id }, output: 'none', inScope: true, refusals })
/** Somebody has looked: in spite of the punishment, or after it, the post is kept. */
export const keepPost = action('society.societyMember.keepPost', '可以继续任职', { input: { id }, output: 'none', inScope: true, refusals })

const removal = {
  removalReason: societyMember.fields.removalReason,
  hearUntil: datetime('申辩截止'),
  statement: societyMember.fields.statement,
}
/** 我的社团: memberships of the caller; for heads, deputies and advisors, their societies with who asks to join and who is in. */
export const mySocieties = action('society.societyMember.mine', '我的社团', {
  method: 'GET',
  access: 'signedIn',
  output: {
    mine: list(
      '我的社团',
      shape('社团', {
        id,
        societyId: ref('society', '社团', need),
        society: name,
        societyState: societyStates.field('状态'),
        role: choice('职务', ROLES, need),
        state: memberStates.field('状态'),
        joinedOn: date('加入日期'),
        leaveReason: text('原因', { max: 200 }),
        meets: society.fields.meets,
        head: text('负责人', { max: 64 }),
        advisor: text('指导教师', { max: 200 }),
        members: count('成员'),
        ...removal,
      }),
      need,
    ),
    kept: list(
      '负责的社团',
      shape('社团', {
        id: ref('society', '社团', need),
        name,
        state: societyStates.field('状态'),
        as: choice('身份', { head: ROLES.head, deputy: ROLES.deputy, treasurer: ROLES.treasurer, advisor: '指导教师', former: '原负责人' }, need),
        members: count('成员'),
        balance: money('经费余额', need),
        mayManage: bool('可以管理', need),
        requests: list(
          '申请加入',
          shape('申请', {
            id,
            name: who,
            className: text('班级', { max: 60 }),
            note: text('申请说明', { max: 200 }),
            askedAt: datetime('申请时间'),
            answerBy: datetime('答复期限'),
            mayAnswer: bool('可以答复', need),
          }),
          need,
        ),
        people: list(
          '成员',
          shape('成员', {
            id,
            name: who,
            className: text('班级', { max: 60 }),
            role: choice('职务', ROLES, need),
            joinedOn: date('加入日期'),
            isSelf: bool('本人', need),
            ...removal,
          }),
          need,
        ),
      }),
      need,
    ),
  },
})
export const memberActions = [
  societySquare,
  join,
  leave,
  accept,
  decline,
  confirmJoin,
  giveRole,
  askRemoval,
  answerRemoval,
  keepMember,
  removeMember,
  readmit,
  keepPost,
  mySocieties,
]
