import { messageEvent } from '#model'

const about = { name: '批次', beginTime: '开始', endTime: '结束', reason: '原因' }
const event = (code: string, name: string, title: string, content: string) =>
  messageEvent({ code: `workflow.${code}`, name, level: 'important', variables: about, title, content, channels: ['wecom'] })

/** Messages to the audience of a batch or task. */
export const ROUND_MESSAGES = {
  published: event('roundPublished', '批次或任务发布', '{name}', '“{name}”从 {beginTime} 到 {endTime}，请按时办理。'),
  extended: event('roundExtended', '批次或任务延长', '{name} 延长到 {endTime}', '“{name}”延长到 {endTime}：{reason}'),
  closed: event('roundClosed', '批次或任务提前结束', '{name} 已提前结束', '“{name}”已提前结束，不再受理：{reason}'),
  paused: event('roundPaused', '批次或任务暂停', '{name} 暂停办理', '“{name}”暂停办理：{reason}'),
  resumed: event('roundResumed', '批次或任务恢复', '{name} 恢复办理', '“{name}”恢复办理，到 {endTime} 结束。'),
  cancelled: event('roundCancelled', '批次或任务取消', '{name} 已取消', '“{name}”已取消：{reason}'),
} as const
