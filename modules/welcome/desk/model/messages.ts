import { messagesOf, template } from '#model'

export const DESK_MESSAGES = messagesOf(
  'welcome',
  { name: '批次' },
  { next: template('迎新下一站', 'info', '下一站：{point}', '下一步办“{step}”，请到“{point}”。', { step: '环节', point: '办理点' }) },
)
