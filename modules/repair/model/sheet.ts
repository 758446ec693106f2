import { choice, datetime, entity, files, integer, pickFields, ref, states, text } from '#model'
import { repairer } from './workers.ts'

/** In somebody's hands; an order has one such sheet at most. */
export const OPEN_SHEET = ['assigned', 'accepted', 'arrived'] as const
export const sheetStates = states(
  {
    assigned: { label: '待接单', tone: 'waiting' },
    accepted: { label: '已接单', tone: 'going' },
    arrived: { label: '已到场', tone: 'going' },
    done: { label: '已完工', tone: 'done' },
    declined: { label: '已拒单', tone: 'refused' },
    transferred: { label: '已转出', tone: 'over' },
  },
  { accept: ['assigned'], decline: ['assigned', 'accepted'], arrive: ['assigned', 'accepted'], suspend: ['arrived'], resume: ['arrived'], finish: ['arrived'] },
)
export const ASSIGNED_WAYS = { auto: '自动', manual: '人工', grab: '抢单' } as const
const readonly = { readonly: true } as const
const PICTURES = ['jpg', 'jpeg', 'png', 'mp4'] as const

/** One worker's job on an order. */
export const workSheet = entity(
  'repair.workSheet',
  '工单',
  {
    orderId: ref('repairOrder', '报修单', { required: true, ...readonly }),
    repairerId: repairer('维修工', { required: true, ...readonly }),
    state: sheetStates.field('状态', { initial: 'assigned', sortable: true }),
    assignedWay: choice('派单方式', ASSIGNED_WAYS, { required: true, ...readonly }),
    assignedAt: datetime('派单时间', { required: true, ...readonly, sortable: true }),
    /** 20-R4: then it goes to the next candidate. */
    acceptBy: datetime('应接单', readonly),
    acceptedAt: datetime('接单时间', readonly),
    comingAt: datetime('预计上门', readonly),
    arrivedAt: datetime('到场时间', readonly),
    doneAt: datetime('完工时间', readonly),
    endedAt: datetime('结束时间', readonly),
    minutes: integer('工时', { ...readonly, min: 1 }),
    beforePhotos: files('维修前', { ...readonly, maxFiles: 6, types: PICTURES }),
    afterPhotos: files('维修后', { ...readonly, maxFiles: 6, types: PICTURES }),
    note: text('说明', { ...readonly, max: 500, multiline: true }),
    endReason: text('原因', { ...readonly, max: 200, translatable: true }),
  },
  {
    title: 'orderId',
    scope: { user: 'repairerId', building: 'orderId.buildingId', campus: 'orderId.campusId' },
    select: 'scoped',
    sort: ['-assignedAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      suspended: '报修单已暂停，请先恢复',
      notSuspended: '报修单没有暂停',
      timeWrong: '时间 {at} 不对：应在 {from} 之后，不晚于现在',
    },
  },
)
/** What everybody it concerns sees of a sheet. */
export const sheetSteps = pickFields(workSheet.fields, [
  'state',
  'assignedWay',
  'assignedAt',
  'acceptedAt',
  'comingAt',
  'arrivedAt',
  'doneAt',
  'endReason',
  'note',
  'minutes',
  'beforePhotos',
  'afterPhotos',
])
