import type { Parameter } from '#model'

export const PARAMETERS = {
  firstYearStays: { label: '一年级住校', initial: true, help: '一年级学生只有与家人同住、就医休养的可以申请' },
  pledgeVersion: { label: '安全承诺书版本', initial: '1', help: '改了承诺书就换一个版本；还没批准的要重新签署' },
  pledgeText: {
    label: '安全承诺书',
    initial:
      '我自愿在校外住宿，遵守法律法规和校规校纪；住所的消防、燃气、用电和门窗安全由我每天检查；不转租、不留宿他人；地址和同住人变化先申请；每月向学校报告一次；学校联系时及时回复；按期返校。',
  },
  reportDays: { label: '安全报告', initial: 30, min: 7, max: 92, unit: '天', help: '在外住宿的学生每隔这么多天报告一次' },
  missedReports: { label: '漏报交辅导员', initial: 2, min: 1, max: 6, unit: '次', help: '连续这么多次没有报告，或者检查时这么多次没有联系上的，交辅导员联系' },
  checksPerTerm: { label: '每学期走访', initial: 1, min: 1, max: 6, unit: '次', help: '每名在外住宿的学生每学期至少走访或联系上这么多次' },
  checkDays: { label: '走访提醒', initial: 45, min: 7, max: 120, unit: '天', help: '开学或住到校外后这么多天还没有走访的，提醒辅导员；每学期几次的，每隔这么多天一次' },
  renewDays: { label: '到期提醒', initial: 15, min: 1, max: 60, unit: '天', help: '最后一晚前这么多天提醒续住或返校' },
  sharedFrom: { label: '同址提示', initial: 3, min: 2, max: 20, unit: '人', help: '同一地址住这么多名学生的，列在“在外名单”的“同址”里' },
  backDays: { label: '撤销后返校', initial: 7, min: 1, max: 30, unit: '天' },
} as const satisfies Readonly<Record<string, Parameter>>
