import { action, bool, ref, text } from '#model'

const need = { required: true } as const
/** 30-WD4: new students who named grounds for a bed. The grounds themselves are shown to nobody. */
export const claimNeeds = action('welcome.claimLink.needs', '需要安排的新生', {
  method: 'GET',
  permission: 'welcome:claimLink:place',
  input: { batchId: ref('welcomeBatch', '批次', need) },
  many: true,
  output: {
    studentId: text('学生', { ...need, max: 36 }),
    name: text('姓名', { ...need, max: 60 }),
    genderCode: text('性别', { ...need, max: 1 }),
    className: text('班级', { max: 100 }),
    needsAccessible: bool('需要无障碍房间', need),
    bed: text('床位', { max: 200 }),
  },
})
export const placeInBed = action('welcome.claimLink.place', '安排床位', {
  input: { batchId: ref('welcomeBatch', '批次', need), studentId: ref('student', '学生', need), bedId: ref('dormBed', '床位', need) },
  output: 'none',
  refusals: {
    noLink: '“{batch}”还没有设置宿舍认领',
    noRound: '“{batch}”还没有正式的选床位轮次，请先建好',
    stranger: '{name}不在“{batch}”的新生名单里，或没有确认来校',
  },
})
