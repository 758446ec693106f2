import { dictionary } from '#model'

/** Why a student's standing changes (YDYYM). The program knows `ENTREPRENEURSHIP`, `ENLISTMENT` and `ILLNESS`. */
export const changeReason = dictionary(
  'changeReason',
  '异动原因',
  [
    ['11', '生病'],
    ['12', '心理原因'],
    ['13', '应征入伍'],
    ['14', '创业'],
    ['15', '家庭原因'],
    ['16', '经济困难'],
    ['17', '出国出境'],
    ['18', '联合培养'],
    ['21', '学业困难'],
    ['22', '成绩优秀'],
    ['23', '专业志趣'],
    ['24', '期满复学'],
    ['25', '退役复学'],
    ['31', '自动退学'],
    ['32', '违纪'],
    ['99', '其他'],
  ],
  'JY/T 1001',
)
export const ILLNESS = '11'
export const ENLISTMENT = '13'
export const ENTREPRENEURSHIP = '14'
export const MAJOR_WISH = '23'
export const SOLDIER_RETURNS = '25'

/** Grounds of a decided withdrawal: Order 41, Article 30. */
export const withdrawalGround = dictionary('withdrawalGround', '退学依据', {
  credits: '学业成绩未达到学校要求或者在规定年限内未完成学业',
  periodOver: '休学、保留学籍期满，未申请复学或者复查不合格',
  illness: '患病或者意外伤残不能继续在校学习',
  absent: '未经批准连续两周未参加教学活动',
  unregistered: '超过规定期限未注册又未履行暂缓注册手续',
  other: '学校规定的不能完成学业、应予退学的其他情形',
})
