import { dictionary } from '#model'

/** Subjects of the entrance examination (科类); provinces with the reform examine physics or history with others. */
export const admissionCategory = dictionary('admissionCategory', '科类', [
  ['1', '文史'],
  ['5', '理工'],
  ['A', '历史类'],
  ['B', '物理类'],
  ['C', '综合改革'],
  ['2', '艺术'],
  ['6', '体育'],
  ['9', '其他'],
])
export const admissionBatch = dictionary('admissionBatch', '录取批次', [
  ['0', '提前批'],
  ['1', '本科批'],
  ['2', '专科批'],
  ['3', '单独招生'],
  ['4', '对口招生'],
  ['5', '专升本'],
  ['9', '其他'],
])
/** Nature of the plan somebody is admitted by. */
export const planNature = dictionary('planNature', '计划性质', [
  ['0', '非定向'],
  ['1', '定向就业'],
  ['2', '国家专项'],
  ['3', '地方专项'],
  ['4', '预科'],
  ['5', '合作办学'],
  ['9', '其他'],
])
