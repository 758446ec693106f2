import { bool, choice, decimal, dict, entity, ref, text } from '#model'
import { examSubject } from '../../entry/model/dictionaries.ts'

export const FLAGS = { normal: '正常', absent: '缺考', violation: '违纪', exempt: '免考' } as const
export type Flag = keyof typeof FLAGS
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
/** What one of the two enterers has typed; the other does not read it. */
const hidden = { readonly: true, secret: 'internal' } as const
const marks = { precision: 5, scale: 1, min: 0, max: 1000 } as const

/** 成绩: of an applicant in a subject. It counts once two people have entered the same (30-ES1). */
export const examScore = entity(
  'exam.examScore',
  '考试成绩',
  {
    batchId: ref('examBatch', '考试批次', fixed),
    applicationId: ref('examApplication', '报名', fixed),
    ksh: text('考生号', { ...fixed, max: 20, format: 'code', search: true, sortable: true }),
    name: text('姓名', { ...fixed, max: 60, search: true, sortable: true }),
    subject: dict('科目', examSubject, { ...fixed, sortable: true }),
    value: decimal('成绩', { ...readonly, ...marks, sortable: true }),
    flag: choice('考试情况', FLAGS, readonly),
    isDiffering: bool('两次不一致', { ...fixed, initial: false }),
    firstBy: ref('user', '第一次登记', readonly),
    secondBy: ref('user', '第二次登记', readonly),
    entry1: decimal('第一次成绩', { ...hidden, ...marks }),
    flag1: choice('第一次情况', FLAGS, hidden),
    entry2: decimal('第二次成绩', { ...hidden, ...marks }),
    flag2: choice('第二次情况', FLAGS, hidden),
    voidReason: text('作废重登原因', { ...readonly, max: 200 }),
  },
  {
    title: 'name',
    scope: {},
    unique: [['applicationId', 'subject']],
    sort: ['ksh', 'subject'],
    verbs: ['list', 'export'],
    refusals: {
      published: '“{name}”的成绩已在 {at} 发布，不能再改',
      noFormula: '还没有设置“{subject}”的计分规则，请先设置满分',
      noLines: '请粘贴成绩，每行一名考生',
      tooMany: '一次最多登记 {most} 行，现在 {count} 行',
      line: '第 {n} 行“{line}”：写考生号或准考证号和成绩，缺考写“缺考”，违纪写“违纪”',
      unknown: '第 {n} 行：没有考生号或准考证号 {ksh} 的有效报名',
      lineTwice: '第 {n} 行：{ksh} 的考生前面已有一行',
      notSitting: '第 {n} 行：{name}不考这一科',
      exempted: '第 {n} 行：{name}免考这一科',
      wasAbsent: '第 {n} 行：{name}考场登记为缺考，请写“缺考”；确实来了的，先到考场座位里更正考勤',
      hadViolation: '第 {n} 行：{name}考场登记为违纪，请写“违纪”；登记有误的，先到考场座位里更正考勤',
      noted: '{count} 条成绩与考场登记的缺考、违纪不符，请更正成绩或考勤，例如：{names}',
      overFull: '第 {n} 行：{value} 超过满分 {full}',
      taken: '第 {n} 行：{name}的成绩已由另外两位老师登记',
      notDiffering: '{name}的成绩没有不一致',
      ownEntry: '{name}的成绩是你登记的，请由没有登记过的老师作废',
      differing: '还有 {count} 条成绩两次登记不一致，请先核对',
      missing: '还有 {count} 名考生的成绩没有登记满两次，例如：{names}',
      nobody: '“{name}”没有可以发布成绩的考生',
      open: '“{name}”还有 {count} 名考生在审核、退回修改或待缴费，请先处理完',
    },
  },
)
