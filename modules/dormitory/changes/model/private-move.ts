import { action, bool, integer, ref, text } from '#model'
import { submitPatrol } from '../../nights/model/actions.ts'

/** 20-DM8: a patrol found somebody in another's bed without a change. */
export const foundMoved = action('dormitory.dormPatrol.foundMoved', '登记私自调宿', {
  permission: submitPatrol.permission,
  input: {
    patrolId: ref('dormPatrol', '查寝记录', { required: true }),
    studentNo: text('学号', { required: true, max: 20 }),
    roomNo: text('查到的房间', { required: true, max: 20 }),
    bedNo: integer('查到的床号', { min: 1, max: 16, help: '在自己房间里换了床位时填写' }),
    details: text('情况', { max: 300, multiline: true }),
  },
  output: { isNew: bool('新登记', { required: true }) },
  refusals: {
    studentUnknown: '没有学号为 {studentNo} 的在住学生',
    roomUnknown: '{dorm}没有房间 {roomNo}',
    own: '学号 {studentNo} 的学生就住在 {bed}，不是私自调宿',
  },
})
