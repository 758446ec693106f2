import { action, bool, datetime, integer, list, ref, shape, text } from '#model'
import { CLAIM_REFUSALS } from './refusals.ts'
import { CHOOSE, REALMS, roundId, teamStates } from './round.ts'

export const teamClaim = action('dormitory.claimRound.teamClaim', '小队选房', {
  permission: CHOOSE,
  realms: REALMS,
  isWhole: 'late',
  input: { roundId, roomId: ref('dormRoom', '房间', { required: true }) },
  output: { room: text('房间', { required: true, max: 200 }), count: integer('人数', { required: true }), now: datetime('服务器时间', { required: true }) },
  refusals: {
    ...CLAIM_REFUSALS,
    noTeam: '你还没有组队',
    notLeader: '由队长{leader}为小队选房间',
    alone: '小队只有你一人，直接选床位就可以',
    tooFew: '{room} 只剩 {free} 张床位，小队有 {count} 人',
    memberHasBed: '{name}已有床位 {bed}，不能和小队一起选',
    memberTurn: '现在不是{name}选床位的时间',
    memberFee: '{name}还有 {amount} 元没有缴',
    memberPhoto: '{name}还没有审核通过的本人照片',
    memberBlocked: '{name}还不能选床位：{why}',
    memberRoom: '{name}不能选 {room}：{why}',
  },
})
export const team = shape('小队', {
  code: text('队号', { required: true, max: 8 }),
  state: teamStates.field('状态'),
  isLeader: bool('我是队长', { required: true }),
  leader: text('队长', { required: true, max: 60 }),
  max: integer('最多人数', { required: true }),
  members: list('成员', shape('成员', { name: text('姓名', { required: true, max: 60 }), className: text('班级', { max: 100 }), isMe: bool('我', { required: true }) }), {
    required: true,
  }),
})
export const makeTeam = action('dormitory.claimTeam.make', '组建小队', {
  output: 'none',
  permission: CHOOSE,
  realms: REALMS,
  input: { roundId },
  refusals: { ...CLAIM_REFUSALS, alreadyIn: '你已在小队“{code}”里', hasOwn: '你已有床位 {bed}，不能再组队' },
})
export const joinTeam = action('dormitory.claimTeam.join', '加入小队', {
  output: 'none',
  permission: CHOOSE,
  realms: REALMS,
  input: { roundId, code: text('队号', { required: true, max: 8 }) },
  refusals: {
    ...CLAIM_REFUSALS,
    noTeam: '没有队号为“{code}”的小队',
    alreadyIn: '你已在小队“{code}”里',
    hasOwn: '你已有床位 {bed}，不能再组队',
    full: '小队“{code}”已满 {max} 人',
    otherGender: '小队“{code}”是{team}生，你是{student}生',
  },
})
export const leaveTeam = action('dormitory.claimTeam.leave', '退出小队', {
  output: 'none',
  permission: CHOOSE,
  realms: REALMS,
  input: { roundId },
  refusals: { noTeam: '你还没有组队' },
})
export const saveCard = action('dormitory.claimCard.save', '保存名片', {
  output: 'none',
  permission: CHOOSE,
  realms: REALMS,
  input: {
    roundId,
    alias: text('昵称', { max: 12 }),
    habits: text('作息和愿望', { max: 40, help: '如：23:30 前睡，早起，喜欢安静' }),
    isShown: bool('给室友看', { required: true }),
  },
  refusals: { ...CLAIM_REFUSALS, realName: '昵称里不要写姓名或号码', nameless: '公开名片要有昵称' },
})
export const saveFavourites = action('dormitory.claimCard.favourites', '收藏床位', {
  output: 'none',
  permission: CHOOSE,
  realms: REALMS,
  input: { roundId, bedIds: list('床位', ref('dormBed', '床位', { required: true }), { required: true, max: 10 }) },
  refusals: { ...CLAIM_REFUSALS, twice: '{bed} 收藏了两次' },
})
export const teamActions = [teamClaim, makeTeam, joinTeam, leaveTeam, saveCard, saveFavourites]
