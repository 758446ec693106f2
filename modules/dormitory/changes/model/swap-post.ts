import { choice, date, dict, entity, list, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { roomType } from '../../places/model/dictionaries.ts'

export const FLOORS = { low: '一二层', middle: '三四层', high: '五层以上' } as const
export type FloorWish = keyof typeof FLOORS
const postStates = states({ open: { label: '展示中', tone: 'done' }, closed: { label: '已撤下', tone: 'over' } })
const dorms = list('想去的楼栋', ref('dormBuilding', '楼栋'), { max: 10 })
/** Search criteria; empty ones match anything. */
export const wanted = {
  dormIds: dorms,
  roomType: dict('想要的房型', roomType),
  floors: choice('想去的楼层', FLOORS),
  note: text('补充说明', { max: 100, help: '不要写姓名、电话和房间号' }),
} as const

/** 换宿意向: an anonymous offer of one's own bed on the swap board. */
export const swapPost = entity(
  'dormitory.swapPost',
  '换宿意向',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    stayId: ref('dormStay', '住宿', { required: true, readonly: true }),
    ...wanted,
    state: postStates.field('状态', { initial: 'open' }),
    until: date('展示到', { required: true, readonly: true }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-createdAt'],
    verbs: [],
    refusals: {
      noStay: '你现在没有常住的床位，不能发布换宿意向',
      personal: '补充说明里不要写姓名、电话或房间号：{found}',
      gone: '这条换宿意向已经撤下',
      noPost: '请先发布自己的换宿意向',
      own: '这是你自己发布的意向',
      gender: '这条换宿意向不适合你的性别',
    },
  },
)
/** 愿意交换: interest of one post in another; on mutual interest both see names. */
export const swapWish = entity(
  'dormitory.swapWish',
  '愿意交换',
  {
    postId: ref('swapPost', '换宿意向', { required: true, immutable: true }),
    byPostId: ref('swapPost', '自己的意向', { required: true, immutable: true }),
  },
  { title: 'postId', scope: { student: 'byPostId.studentId' }, unique: [['postId', 'byPostId']], sort: ['-createdAt'], verbs: [] },
)
