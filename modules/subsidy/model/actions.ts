import { action, bool, date, dict, files, integer, list, money, ref, shape, text } from '#model'
import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import { subsidyApplication } from './application.ts'
import { subsidyBatch } from './batch.ts'
import { subsidyGrant } from './grant.ts'

const need = { required: true } as const
const id = text('编号', { required: true, max: 36 })
const reason = text('原因', { required: true, max: 200, multiline: true })
const count = (label: string) => integer(label, need)

/** 40-Z1: another tier or amount than the level gives, with a reason. */
export const setAmount = action('subsidy.subsidyApplication.setAmount', '改金额', {
  input: { id, tier: dict('档次', aidLevel), amount: money('金额', { min: 1, help: '选了档次可以不填' }), reason },
  output: 'none',
  inScope: true,
  refusals: subsidyApplication.options.refusals ?? {},
})
const tierSum = shape('一档', { level: dict('档次', aidLevel), heads: count('人数'), sum: money('金额', need) })
/** What the round would give: average, sum, what is left of the fund. Stores nothing. */
export const previewBatch = action('subsidy.subsidyBatch.previewGrants', '预览资助', {
  method: 'GET',
  permission: 'subsidy:subsidyBatch:publicise',
  inScope: true,
  input: { id },
  output: {
    heads: count('人数'),
    soldiers: count('退役士兵'),
    sum: money('金额', need),
    average: money('平均', need),
    most: money('政策平均'),
    left: money('经费剩余', need),
    waiting: count('没有审完'),
    byTier: list('各档', tierSum, need),
  },
})
export const publiciseBatch = action('subsidy.subsidyBatch.publicise', '公示名单', {
  input: { id },
  output: { count: count('人数') },
  inScope: true,
  refusals: subsidyBatch.options.refusals ?? {},
})
export const grantBatch = action('subsidy.subsidyBatch.makeGrants', '生成资助', { input: { id }, output: { count: count('人数') }, inScope: true })

const person = shape('一人', {
  studentId: text('学生', { ...need, max: 36 }),
  studentNo: text('学号', { max: 20 }),
  name: text('姓名', { ...need, max: 60 }),
  className: text('班级', { max: 60 }),
  level: dict('困难等级', aidLevel),
  amount: money('金额', need),
  removed: text('移出的原因', { max: 200 }),
})
const listInput = {
  itemId: ref('subsidyItem', '项目', need),
  xn: text('学年', { ...need, max: 9, help: '如 2026-2027' }),
  file: files('名单', { maxFiles: 1, types: ['xlsx'], help: 'xlsx，第一行写“学号”“金额”；不选文件时按项目的条件生成' }),
} as const
const listRefusals = { mode: '“{item}”不是按名单发放的项目', columns: '没有找到“{title}”这一列' } as const
/** 40-Z7: who would be granted an item of a year, by its conditions or by an imported list. Stores nothing. */
export const previewList = action('subsidy.subsidyGrant.previewList', '预览名单', {
  input: listInput,
  output: {
    people: list('名单', person, need),
    heads: count('人数'),
    sum: money('金额', need),
    known: count('已经资助过'),
    left: money('经费剩余'),
    faults: list('有问题的行', shape('一行', { line: count('行'), studentNo: text('学号', { ...need, max: 40 }), problem: text('问题', { ...need, max: 200 }) }), need),
  },
  refusals: listRefusals,
})
/** A job: key item + year + student, so that working it off again adds none. */
export const makeGrants = action('subsidy.subsidyGrant.makeGrants', '生成资助', {
  input: listInput,
  output: { count: count('人数') },
  refusals: { ...listRefusals, faults: '名单有 {n} 行有问题，请改好再生成' },
})
export const removePerson = action('subsidy.subsidyGrant.removePerson', '移出名单', {
  input: { itemId: listInput.itemId, xn: listInput.xn, studentId: ref('student', '学生', need), reason },
  output: 'none',
})
/** 40-Z4: the lines of a month, and of earlier ones that are still owed. */
export const payMonth = action('subsidy.subsidyGrant.payMonth', '生成月度发放', {
  input: { month: text('月份', { ...need, max: 7, help: '如 2026-11' }) },
  output: 'none',
  refusals: { month: '月份写成 2026-11 这样' },
})
export const suspendGrant = action('subsidy.subsidyGrant.suspend', '暂停发放', {
  input: { id, on: date('从哪天起', { ...need, help: '当月照发，从下个月起停' }), reason },
  output: 'none',
  inScope: true,
})
export const resumeGrant = action('subsidy.subsidyGrant.resume', '恢复发放', {
  input: { id, on: date('从哪天起', { ...need, help: '从当月起发' }), reason },
  output: 'none',
  inScope: true,
})
export const recoverGrant = action('subsidy.subsidyGrant.recover', '追回', {
  input: { id, amount: money('金额', { required: true, min: 1 }), dueDate: date('请在哪天前退回', need), reason },
  output: 'none',
  inScope: true,
  refusals: subsidyGrant.options.refusals ?? {},
})
const part = shape('一种', { label: text('种类', { ...need, max: 40 }), amount: money('金额', need) })
/** 资助全景: one row for each student with a level or any aid. */
export const aidOverview = action('subsidy.subsidyGrant.overview', '资助全景', {
  method: 'GET',
  input: {
    xn: text('学年', { max: 9 }),
    departmentId: ref('department', '学院'),
    level: dict('困难等级', aidLevel),
    without: bool('已认定没有资助'),
    current: integer('页', { min: 1, max: 10_000 }),
  },
  output: {
    xn: text('学年', { ...need, max: 9 }),
    total: count('人数'),
    size: count('每页'),
    sum: money('合计', need),
    rows: list(
      '学生',
      shape('学生', {
        id: text('编号', { ...need, max: 36 }),
        studentNo: text('学号', { max: 20 }),
        name: text('姓名', { ...need, max: 60 }),
        className: text('班级', { max: 60 }),
        level: dict('困难等级', aidLevel),
        parts: list('各种资助', part, need),
        sum: money('合计', need),
      }),
      need,
    ),
  },
})
/** What funds hold, and what active plans will still take month by month. */
export const fundForecast = action('subsidy.subsidyGrant.forecast', '经费预测', {
  method: 'GET',
  many: true,
  output: {
    id,
    name: text('经费', { ...need, max: 60 }),
    ...{ budget: money('预算', need), reserved: money('占用', need), spent: money('支出', need), left: money('剩余', need) },
    months: list('各月', shape('一月', { month: text('月份', { ...need, max: 7 }), amount: money('金额', need) }), need),
    /** Reserved at the end of the year for nobody's plan any more. */
    planned: money('计划内', need),
  },
})
export const grantActions = [previewList, makeGrants, removePerson, payMonth, suspendGrant, resumeGrant, recoverGrant]
