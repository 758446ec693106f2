import { messagesOf, template } from '#model'

const about = { plan: '方案' }

export const PRESORT_MESSAGES = messagesOf('dormitory', about, {
  wishOpen: template('住宿意愿开始填写', 'todo', '请在 {until} 前填写住宿意愿', '{plan}正在安排床位。填写作息、床型和想同住的同学，不填也会安排。', { until: '截止日期' }),
  wishClosing: template('住宿意愿即将截止', 'todo', '住宿意愿 {until} 截止', '你还没有填写{plan}的住宿意愿，{until} 过后不能再填。', { until: '截止日期' }),
  presortPublished: template('床位分配结果', 'important', '床位已安排：{bed}', '{plan}：你的床位是 {bed}，{from} 起入住。分配说明可以在“住宿意愿”里看到。', {
    bed: '床位',
    from: '入住日期',
  }),
  roomsGranted: template('房间分配结果', 'important', '{group} 分到 {rooms} 个房间、{beds} 张床位', '{plan}：{group} 分到 {rooms} 个房间、{beds} 张床位，{from} 起可用。', {
    group: '班级或学院',
    rooms: '房间',
    beds: '床位',
    from: '起用日期',
  }),
  presortConfirm: template('预分配请学院确认', 'todo', '请确认{plan}中本学院的床位分配', '{plan}已有模拟结果，请查看本学院的学生，调整后确认。'),
})
