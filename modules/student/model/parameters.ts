import type { Parameter } from '#model'

export const STUDENT_PARAMETERS = {
  'contact.approval': {
    label: '联系方式变更须审批',
    initial: false,
    help: '开启后，学生和教职工不能自己直接修改手机、邮箱、地址和紧急联系人：学生提交更正申请，教职工由学校核实后修改',
  },
  'stats.yearlyDate': { label: '年度统计日期（月-日）', initial: '09-01' },
} as const satisfies Readonly<Record<string, Parameter>>
