import { action, bool, choice, date, integer, list, ref, revealed, shape, text } from '#model'
import { alumnus } from '../../records/model/alumnus.ts'
import { OWN } from '../../records/model/card.ts'
import { alumniClub, alumniClubMember, CLUB_KINDS, JOIN_WAYS, memberStates, POSTS } from './club.ts'

const need = { required: true } as const
const clubId = ref('alumniClub', '校友会', need)
const id = ref('alumniClubMember', '校友会会员', need)
const reason = text('原因', { ...need, min: 2, max: 200 })
const refusals = { ...alumniClub.options.refusals, ...alumniClubMember.options.refusals }
const own = { permission: OWN, refusals } as const
const known = 'members of a club know who leads it and who is in it'
export const MOST_SHOWN = 200

/** 校友会 as alumni see them: those that run, with what they themselves are there. */
export const findClubs = action('alumni.alumniClub.find', '校友会', {
  method: 'GET',
  permission: OWN,
  input: { q: text('名称', { max: 40 }), kind: choice('类别', CLUB_KINDS), isMine: bool('我的', {}) },
  output: {
    isCut: bool('没有全部列出', need),
    clubs: list(
      '校友会',
      shape('校友会', {
        id: clubId,
        name: text('名称', { ...need, max: 40 }),
        kind: choice('类别', CLUB_KINDS, need),
        place: text('地区或院系', { max: 180 }),
        intro: text('介绍', { max: 500 }),
        joinWay: choice('加入方式', JOIN_WAYS, need),
        members: integer('会员', need),
        placesLeft: integer('空余'),
        officers: text('负责人', { max: 300, clear: known }),
        memberId: ref('alumniClubMember', '校友会会员'),
        myState: choice('我的状态', memberStates.labels),
        reason: text('原因', { max: 200 }),
        isOfficer: bool('我是负责人', need),
        pending: integer('待审核'),
      }),
      need,
    ),
  },
})
export const joinClub = action('alumni.alumniClubMember.join', '加入', {
  ...own,
  input: { clubId, note: text('申请说明', { max: 200, multiline: true, help: '写几句，让负责人知道你是谁' }) },
  output: { state: memberStates.field('结果') },
})
export const leaveClub = action('alumni.alumniClubMember.leave', '退出', { ...own, input: { id }, output: 'none' })
export const acceptMember = action('alumni.alumniClubMember.accept', '同意加入', { ...own, input: { id }, output: 'none' })
export const declineMember = action('alumni.alumniClubMember.decline', '不同意', { ...own, input: { id, reason }, output: 'none' })
const { phone, email } = alumnus.fields
const shown = 'its owner shows it to the officer who reads it, and agrees to be contacted'
/** 30-AB2: for officers of the club. */
export const clubRoster = action('alumni.alumniClub.roster', '会员名单', {
  ...own,
  method: 'GET',
  input: { clubId, q: text('姓名', { max: 40 }) },
  output: {
    name: text('校友会', { ...need, max: 40 }),
    members: integer('会员', need),
    isCut: bool('没有全部列出', need),
    people: list(
      '名单',
      shape('会员', {
        id,
        name: text('姓名', { ...need, max: 60, clear: known }),
        leaveYear: integer('毕业年份'),
        majorName: text('专业', { max: 60 }),
        state: memberStates.field('状态'),
        post: choice('职务', POSTS),
        note: text('申请说明', { max: 200 }),
        joinedOn: date('加入日期'),
        phone: revealed(phone, shown),
        email: revealed(email, shown),
      }),
      need,
    ),
  },
})
const APPOINT = 'alumni:alumniClub:appoint'
const office = { permission: APPOINT, inScope: true, refusals } as const
export const appointOfficer = action('alumni.alumniClub.appoint', '任职', {
  ...office,
  input: {
    id: clubId,
    alumnusId: ref('alumnus', '校友', { ...need, help: '要先是这个校友会的会员' }),
    post: choice('职务', POSTS, need),
    from: date('开始', need),
    to: date('任期到'),
  },
  output: 'none',
})
export const endPost = action('alumni.alumniClubPost.end', '结束任职', {
  permission: APPOINT,
  inScope: true,
  refusals,
  input: { id: ref('alumniClubPost', '校友会任职', need) },
  output: 'none',
})
/** 30-AB3: what was before stays with the club that is merged. */
export const mergeClub = action('alumni.alumniClub.merge', '并入', {
  inScope: true,
  refusals,
  input: { id: clubId, intoId: ref('alumniClub', '并入的校友会', need) },
  output: { moved: integer('转入的会员', need) },
})
export const dissolveClub = action('alumni.alumniClub.dissolve', '撤销', {
  permission: mergeClub.permission,
  inScope: true,
  refusals,
  input: { id: clubId, reason },
  output: 'none',
})
export const clubActions = [findClubs, joinClub, leaveClub, acceptMember, declineMember, clubRoster, appointOfficer, endPost, mergeClub, dissolveClub]
