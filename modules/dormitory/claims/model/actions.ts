import { action, bool, choice, date, datetime, dict, integer, list, money, ref, shape, text } from '#model'
import { bedType, orientation, roomType } from '../../places/model/dictionaries.ts'
import { CLAIM_REFUSALS } from './refusals.ts'
import { CHOOSE, REALMS, roundId, SHOW_ROOMMATES } from './round.ts'
import { team } from './team-actions.ts'

const id = text('编号', { required: true, max: 36 })
/** New students choose before they enrol. */
const READ = { method: 'GET', permission: CHOOSE, realms: REALMS } as const
/** Claims open their transaction only after admission and the first checks: waiting requests hold no connection. */
const WRITE = { permission: CHOOSE, realms: REALMS, isWhole: 'late', refusals: CLAIM_REFUSALS } as const
const mates = choice('室友信息', SHOW_ROOMMATES, { required: true })
export const BED_STANDINGS = { held: '已保留', reserved: '已确认' } as const
/** A claimed bed as its student sees it. */
export const ownBed = {
  bedId: text('床位', { required: true, max: 36 }),
  roomId: text('房间', { required: true, max: 36 }),
  floorId: text('楼层', { required: true, max: 36 }),
  bed: text('全称', { required: true, max: 200 }),
  roomNo: text('房间号', { required: true, max: 20 }),
  bedNo: integer('床号', { required: true }),
  state: choice('状态', BED_STANDINGS, { required: true }),
  holdUntil: datetime('保留到'),
} as const
const won = { ...ownBed, changesLeft: integer('还可更换', { required: true }), now: datetime('服务器时间', { required: true }) } as const

/** Holds a bed until the student confirms; a student with a confirmed bed moves at once. */
export const holdBed = action('dormitory.claimRound.hold', '选床位', { ...WRITE, input: { roundId, bedId: ref('dormBed', '床位', { required: true }) }, output: won })
export const confirmBed = action('dormitory.claimRound.confirm', '确认床位', { ...WRITE, input: { roundId, bedId: ref('dormBed', '床位', { required: true }) }, output: won })
export const releaseBed = action('dormitory.claimRound.release', '放弃保留', { output: 'none', permission: CHOOSE, realms: REALMS, refusals: CLAIM_REFUSALS, input: { roundId } })
/** Tries the favourites in order. */
export const holdFavourite = action('dormitory.claimRound.holdFavourite', '按收藏选', { ...WRITE, input: { roundId }, output: won })
/** The user's rounds, turn and bed. */
export const myClaims = action('dormitory.claimRound.mine', '我的选床位', {
  ...READ,
  input: { id: ref('claimRound', '轮次') },
  many: true,
  output: {
    id,
    name: text('名称', { required: true, max: 100 }),
    isTrial: bool('试选', { required: true }),
    isPaused: bool('暂停', { required: true }),
    pauseNote: text('暂停原因', { max: 200 }),
    isOver: bool('已结束', { required: true }),
    moveIn: date('入住日期', { required: true }),
    holdSeconds: integer('保留秒数', { required: true }),
    maxChanges: integer('更换次数', { required: true }),
    changesLeft: integer('还可更换', { required: true }),
    showRoommate: mates,
    turn: shape('批次', {
      name: text('名称', { required: true, max: 100 }),
      opensAt: datetime('开始', { required: true }),
      closesAt: datetime('结束', { required: true }),
    }),
    /** Unpaid fees that bar choosing, and arrears that are only warned of (40-F16). */
    owing: money('未缴'),
    warned: money('欠费'),
    lacksPhoto: bool('缺照片', { required: true }),
    /** What other modules ask before a bed is chosen, with the page where it is met. */
    lacks: list('还差', shape('条件', { text: text('说明', { required: true, max: 300 }), link: text('页面', { max: 100 }) }), { required: true }),
    own: shape('我的床位', ownBed),
    /** A bed assigned elsewhere: no choice. */
    elsewhere: text('已有床位', { max: 200 }),
    team,
    card: shape('名片', { alias: text('昵称', { max: 12 }), habits: text('作息和愿望', { max: 40 }), isShown: bool('公开', { required: true }) }),
    favourites: list(
      '收藏',
      shape('床位', { id, bed: text('全称', { required: true, max: 200 }), roomId: text('房间', { required: true, max: 36 }), floorId: text('楼层', { required: true, max: 36 }) }),
      {
        required: true,
      },
    ),
    now: datetime('服务器时间', { required: true }),
  },
})
/** Buildings and floors with beds available to the user, and how many are free. */
export const claimPlaces = action('dormitory.claimRound.places', '可选楼层', {
  ...READ,
  input: { roundId },
  many: true,
  output: {
    dormId: text('楼栋', { required: true, max: 36 }),
    dorm: text('楼栋名称', { required: true, max: 120 }),
    floorId: text('楼层', { required: true, max: 36 }),
    floor: text('楼层名称', { required: true, max: 40 }),
    beds: integer('床位', { required: true }),
    free: integer('空床', { required: true }),
  },
})
const STANDINGS = { free: '可选', taken: '已选', off: '不安排' } as const
export type ClaimStatus = keyof typeof STANDINGS
const standing = choice('状态', STANDINGS, { required: true })
/** Rooms of a floor available to the user, with the current state of their beds. */
export const claimRooms = action('dormitory.claimRound.rooms', '可选房间', {
  ...READ,
  input: { roundId, floorId: ref('dormFloor', '楼层', { required: true }) },
  output: {
    since: text('版本', { required: true, max: 60 }),
    rooms: list(
      '房间',
      shape('房间', {
        id,
        roomNo: text('房间号', { required: true, max: 20 }),
        room: text('全称', { required: true, max: 200 }),
        roomType: dict('房型', roomType, { required: true }),
        orientation: dict('朝向', orientation),
        hasBathroom: bool('独立卫浴', { required: true }),
        hasAircon: bool('空调', { required: true }),
        accessible: bool('无障碍', { required: true }),
        feePerYear: money('住宿费'),
        isGranted: bool('留给我班', { required: true }),
        beds: list('床位', shape('床位', { id, bedNo: integer('床号', { required: true }), bedType: dict('床型', bedType, { required: true }), state: standing }), {
          required: true,
        }),
      }),
      { required: true },
    ),
  },
})
/** Changes on a floor since a version: beds by id. */
export const claimDeltas = action('dormitory.claimRound.deltas', '床位变动', {
  ...READ,
  input: { roundId, floorId: ref('dormFloor', '楼层', { required: true }), since: text('版本', { required: true, max: 60 }) },
  output: {
    since: text('版本', { required: true, max: 60 }),
    now: datetime('服务器时间', { required: true }),
    beds: list('床位', shape('床位', { id, state: standing }), { required: true }),
  },
})
/** 20-DC6: roommates as far as they have opted in. */
export const roomMates = action('dormitory.claimRound.mates', '室友', {
  ...READ,
  input: { roundId, roomId: ref('dormRoom', '房间', { required: true }) },
  many: true,
  output: { bedId: text('床位', { required: true, max: 36 }), alias: text('昵称', { required: true, max: 12 }), habits: text('作息和愿望', { max: 40 }) },
})

export const claimActions = [holdBed, confirmBed, releaseBed, holdFavourite, myClaims, claimPlaces, claimRooms, claimDeltas, roomMates]
