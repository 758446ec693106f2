import { action, datetime, entity, integer, json, list, states, text } from '#model'

export const deliveryStates = states({ retrying: { label: '重试中', tone: 'going' }, dead: { label: '已停止重试', tone: 'refused' }, discarded: { label: '已放弃', tone: 'over' } })
/** An event delivery that failed in a listener. Written by the kernel; removed when a later delivery succeeds. */
export const eventDelivery = entity(
  'job.eventDelivery',
  '未处理事件',
  {
    event: text('事件', { required: true, readonly: true, max: 100, search: true }),
    listener: text('处理程序', { required: true, readonly: true, max: 100, search: true }),
    state: deliveryStates.field('状态', { initial: 'retrying' }),
    tries: integer('尝试次数', { required: true, readonly: true, initial: 1 }),
    firstFailedAt: datetime('首次失败', { required: true, readonly: true, sortable: true }),
    lastFailedAt: datetime('最近失败', { required: true, readonly: true, sortable: true }),
    nextAt: datetime('下次尝试', { required: true, readonly: true }),
    reason: text('原因', { computed: true, max: 500 }),
    discardReason: text('放弃原因', { readonly: true, max: 200 }),
    eventId: text('事件编号', { required: true, readonly: true, max: 36, format: 'uuid' }),
    error: text('错误信息', { required: true, readonly: true, secret: 'internal', max: 500 }),
    issue: json('错误内容', { readonly: true, secret: 'internal' }),
  },
  // failed deliveries concern the whole school: no data scope
  { title: 'event', scope: { everyone: 'failed deliveries of the school, for its administrators' }, sort: ['-lastFailedAt'], verbs: ['list'] },
)
const ids = list('事件', text('事件', { max: 36, format: 'uuid' }), { required: true, min: 1, max: 500 })
const refusals = { gone: '所选事件不在“已停止重试”状态，请刷新后再操作' }

export const retryDeliveries = action('job.eventDelivery.retry', '重新处理', {
  input: { ids },
  output: { count: integer('数量', { required: true }) },
  refusals,
})
export const discardDeliveries = action('job.eventDelivery.discard', '放弃处理', {
  input: { ids, reason: text('放弃原因', { required: true, max: 200 }) },
  output: { count: integer('数量', { required: true }) },
  refusals,
})
