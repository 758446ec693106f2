import type { Parameter } from '#model'

export const PARAMETERS = {
  payDays: { label: '缴费期限', initial: 15, min: 1, max: 90, unit: '天', help: '批准后这么多天没有缴费的，补办关闭' },
  remindDays: { label: '未领取提醒', initial: 30, min: 1, max: 365, unit: '天', help: '制好后这么多天没有领取的，提醒学生' },
  fdyDays: { label: '未领取告知辅导员', initial: 90, min: 1, max: 365, unit: '天' },
  trips: { label: '火车票优惠次数', initial: 4, min: 0, max: 12, unit: '次', help: '每个优惠年度的单程次数' },
  tripsFrom: { label: '优惠年度起', initial: '10-01', help: '月-日，到下一年的前一天为止' },
  tripsYear: { label: '优惠办法核对到', initial: 0, min: 0, max: 2100, unit: '年', help: '铁路部门每年公布办法；核对后改成当年，提醒消失' },
  needsTrainCard: { label: '购票须持优惠卡', initial: true, help: '关闭后申请页说明不再需要实体卡' },
  cardSystem: { label: '卡务系统', initial: '', help: '挂失通知发到这个地址；不填的，由学工处到卡务系统挂失' },
  cardKey: { label: '卡务系统密钥', initial: null, secret: true, sentTo: ['cardSystem'], help: '与卡务系统约定的签名密钥' },
} as const satisfies Readonly<Record<string, Parameter>>
