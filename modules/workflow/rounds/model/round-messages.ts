import { messagesOf, template } from '#model'

const about = { name: '批次', beginTime: '开始', endTime: '结束', reason: '原因' }
/** Messages to the audience of a batch or task. */
export const ROUND_MESSAGES = messagesOf('workflow', about, {
  roundPublished: template('批次或任务发布', 'important', '{name}', '“{name}”从 {beginTime} 到 {endTime}，请按时办理。'),
  roundExtended: template('批次或任务延长', 'important', '{name} 延长到 {endTime}', '“{name}”延长到 {endTime}：{reason}'),
  roundClosed: template('批次或任务提前结束', 'important', '{name} 已提前结束', '“{name}”已提前结束，不再受理：{reason}'),
  roundPaused: template('批次或任务暂停', 'important', '{name} 暂停办理', '“{name}”暂停办理：{reason}'),
  roundResumed: template('批次或任务恢复', 'important', '{name} 恢复办理', '“{name}”恢复办理，到 {endTime} 结束。'),
  roundCancelled: template('批次或任务取消', 'important', '{name} 已取消', '“{name}”已取消：{reason}'),
})
