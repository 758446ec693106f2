import { bool, choice, decimal, entity, integer, text } from '#model'

export const CLOCKS = { always: '全天', serviceHours: '服务时间' } as const
const minutes = { min: 1, max: 43_200 } as const

/** How fast an order must be answered and finished. Level 1 is the most urgent. */
export const repairUrgency = entity(
  'repair.repairUrgency',
  '紧急程度',
  {
    code: text('编号', { required: true, max: 20, format: 'code', immutable: true, sortable: true }),
    name: text('名称', { required: true, max: 20, search: true }),
    level: integer('级别', { required: true, min: 1, max: 9, sortable: true, help: '1 为最急；报修人说没修好时提高一级' }),
    respondMin: integer('接单时限', { required: true, ...minutes, help: '分钟' }),
    arriveMin: integer('到场时限', { ...minutes, help: '分钟，不填为不限' }),
    finishMin: integer('完工时限', { required: true, ...minutes, help: '分钟' }),
    clock: choice('计时', CLOCKS, { required: true, initial: 'serviceHours' }),
    weight: decimal('派单权重', { required: true, precision: 4, scale: 1, min: 0.1, max: 99, initial: 1, help: '比较维修工手上的工作量时，时间乘以它' }),
    callsFirst: bool('先打值班电话', { required: true, initial: false, help: '报修时先显示值班电话' }),
  },
  {
    title: 'name',
    scope: { everyone: 'a setting of the school: urgencies' },
    unique: [['code'], ['name']],
    importKey: ['code'],
    cached: true,
    select: 'open',
    selectFields: ['code', 'level'],
    sort: ['level'],
    refusals: { order: '接单、到场和完工时限应依次变长，现在是 {respondMin}、{arriveMin}、{finishMin} 分钟' },
  },
)
const HOUR = 60
const DAY = 24 * HOUR
export const DEFAULT_URGENCIES = [
  { code: 'emergency', name: '特急', level: 1, respondMin: 10, arriveMin: 30, finishMin: DAY, clock: 'always', weight: 4, callsFirst: true },
  { code: 'urgent', name: '紧急', level: 2, respondMin: 30, arriveMin: 4 * HOUR, finishMin: DAY, clock: 'always', weight: 2, callsFirst: false },
  { code: 'normal', name: '一般', level: 3, respondMin: 2 * HOUR, arriveMin: null, finishMin: 72 * HOUR, clock: 'serviceHours', weight: 1, callsFirst: false },
  { code: 'low', name: '不急', level: 4, respondMin: 8 * HOUR, arriveMin: null, finishMin: 7 * DAY, clock: 'serviceHours', weight: 0.5, callsFirst: false },
] as const
