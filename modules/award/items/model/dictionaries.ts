import { dictionary } from '#model'

export const awardGrade = dictionary(
  'awardGrade',
  '奖励级别',
  { national: '国家级', provincial: '省部级', municipal: '地市级', school: '校级', college: '院级', donor: '社会捐赠' },
  'GB/T 8563.1',
)
