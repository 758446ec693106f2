import { action, bool, choice, date, dict, integer, list, ref, shape, text } from '#model'
import { roomType } from '../../places/model/dictionaries.ts'
import { FLOORS, swapPost, wanted } from './swap-post.ts'

const BOARD = 'dormitory:swapPost:board'
const refusals = swapPost.options.refusals ?? {}
/** Fields of a bed on the board that do not identify its owner. */
const shown = {
  id: text('编号', { required: true, max: 36 }),
  dorm: text('楼栋', { required: true, max: 100 }),
  floorNo: integer('楼层', { required: true }),
  roomType: dict('房型', roomType, { required: true }),
  wants: shape('想要', {
    dorms: list('想去的楼栋', text('楼栋', { required: true, max: 100 }), { required: true }),
    roomType: dict('想要的房型', roomType),
    floors: choice('想去的楼层', FLOORS),
  }),
  note: text('补充说明', { max: 100 }),
} as const
/** The board for its reader: beds for the same sex, mutual matches first, names only on mutual interest. */
export const swapBoard = action('dormitory.swapPost.board', '换宿广场', {
  method: 'GET',
  output: {
    mine: shape('我的意向', { ...shown, dormIds: list('想去的楼栋', text('楼栋', { required: true, max: 36 }), { required: true }), until: date('展示到', { required: true }) }),
    problem: text('不能发布的原因', { max: 300 }),
    posts: list(
      '意向',
      shape('意向', {
        ...shown,
        suitsMe: bool('合我的要求', { required: true }),
        isMatch: bool('双方要求相符', { required: true }),
        isWanted: bool('我愿意', { required: true }),
        /** Shown only on mutual interest. */
        name: text('姓名', { max: 60 }),
        studentNo: text('学号', { max: 20 }),
        bed: text('床位', { max: 200 }),
      }),
      { required: true },
    ),
  },
})
export const postSwap = action('dormitory.swapPost.post', '发布换宿意向', {
  permission: BOARD,
  input: wanted,
  output: { id: text('编号', { required: true, max: 36 }), until: date('展示到', { required: true }) },
  refusals,
})
export const takeDownSwap = action('dormitory.swapPost.takeDown', '撤下换宿意向', { output: 'none', permission: BOARD, refusals })
/** Marks interest in a bed; hidden from its owner until it is mutual. */
export const wantSwap = action('dormitory.swapPost.want', '愿意交换', {
  permission: BOARD,
  input: { id: ref('swapPost', '换宿意向', { required: true }), wants: bool('愿意', { required: true }) },
  output: { isMutual: bool('双方都愿意', { required: true }) },
  refusals,
})
export const boardActions = [swapBoard, postSwap, takeDownSwap, wantSwap]
