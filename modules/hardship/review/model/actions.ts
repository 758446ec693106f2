import { action, bool, date, decimal, integer, list, ref, shape, text } from '#model'
import { reviewGroup, reviewStates } from './group.ts'

const required = { required: true } as const
const word = (label: string, max = 100) => text(label, { required: true, max })
const batchId = ref('aidBatch', '批次', required)
const classId = ref('stuClass', '班级', required)
const id = ref('reviewGroup', '评议小组', required)
const count = (label: string) => integer(label, required)
const refusals = reviewGroup.options.refusals ?? {}
const VOTE = 'hardship:reviewVote:cast'

export const drawGroup = action('hardship.reviewGroup.draw', '抽取小组', {
  input: { batchId, classId },
  output: { id: word('编号', 36), members: list('成员', word('姓名', 64), required) },
  refusals,
})
/** A class that is too small goes without a review; the college says why. */
export const skipReview = action('hardship.reviewGroup.skip', '不评议', {
  input: { batchId, classId, reason: text('原因', { required: true, min: 4, max: 200, multiline: true }) },
  output: 'none',
  refusals,
})
export const remindMembers = action('hardship.reviewGroup.remind', '提醒评议', {
  permission: drawGroup.permission,
  inScope: true,
  input: { id },
  output: { reminded: count('提醒') },
  refusals,
})
/** Results are counted; votes stay secret. */
export const closeReview = action('hardship.reviewGroup.close', '结束评议', {
  permission: drawGroup.permission,
  inScope: true,
  input: { id },
  output: { reviewed: count('已评议') },
  refusals,
})
export const reviewBoard = action('hardship.reviewGroup.board', '评议进度', {
  method: 'GET',
  permission: 'hardship:reviewGroup:list',
  many: true,
  input: { batchId },
  output: {
    classId: word('班级编号', 36),
    className: word('班级', 60),
    applied: count('申请'),
    willing: count('愿意参加'),
    need: count('需要'),
    groupId: text('小组', { max: 36 }),
    state: reviewStates.field('状态', { required: false }),
    members: list('成员', word('姓名', 64), required),
    votesFrom: date('开始评议'),
    votes: count('已投'),
    votesDue: count('应投'),
  },
})
export const volunteer = action('hardship.reviewVolunteer.offer', '报名参加评议', {
  permission: VOTE,
  input: { batchId, isWilling: bool('愿意参加', required) },
  output: 'none',
  refusals,
})
const card = shape('申请', {
  id: word('编号', 36),
  code: word('代号', 10),
  /** Only where the school reviews with names. */
  name: text('姓名', { max: 64 }),
  indexScore: decimal('指标分'),
  answers: list('作答', shape('作答', { question: word('问题', 120), answer: word('回答', 60) }), required),
  points: integer('我的评分'),
  note: text('说明', { max: 100 }),
})
/** The own class: whether one would take part, who was drawn, and as a member the cases to vote on. */
export const myReviews = action('hardship.reviewGroup.mine', '我的班级评议', {
  method: 'GET',
  permission: VOTE,
  many: true,
  output: {
    batchId: word('批次', 36),
    name: word('名称', 100),
    isWilling: bool('愿意参加', required),
    mayOffer: bool('可以报名', required),
    members: list('成员', word('姓名', 64), required),
    votesFrom: date('开始评议'),
    state: reviewStates.field('状态', { required: false }),
    mayVote: bool('可以评议', required),
    cards: list('申请', card, required),
  },
})
export const castVote = action('hardship.reviewVote.cast', '评议', {
  input: {
    recognitionId: ref('aidRecognition', '申请', required),
    points: integer('评分', { required: true, min: -10, max: 10, help: '-10 到 10，越困难分越高' }),
    note: text('说明', { max: 100 }),
  },
  output: { left: count('尚未评议') },
  refusals,
})
export const reviewActions = [drawGroup, skipReview, remindMembers, closeReview, reviewBoard, volunteer, myReviews, castVote]
