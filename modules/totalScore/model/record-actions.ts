import { action, choice, date, datetime, decimal, integer, list, ref, shape, text } from '#model'
import { DIRECTIONS, UNITS } from './item.ts'

const need = { required: true } as const
const id = text('编号', { ...need, max: 36 })
/** Made by the page: a batch that is sent again is recorded once. */
const batchId = text('批次', { ...need, max: 36 })
const points = { precision: 6, scale: 2, min: 0, max: 9999 } as const
const name = text('姓名', { ...need, max: 60, clear: 'students whom the caller records points for' })
const asked = {
  batchId,
  itemId: ref('tsItem', '考核项目', need),
  studentIds: list('学生', ref('student', '学生', need), { ...need, min: 1, max: 200 }),
  occurredOn: date('日期', need),
  points: decimal('分值', { ...need, ...points }),
  quantity: decimal('次数或小时', { ...points, min: 0.01, help: '按次数、按小时计分的项目填写' }),
  reason: text('原因', { max: 200, multiline: true }),
} as const
const REFUSALS = {
  item: '“{item}”不是你可以登记的考核项目',
  self: '不能给自己记分',
  notYours: '{name}不在你记分的班级或楼栋里',
  future: '日期 {day} 还没有到',
  early: '{name} {enrolled} 才入学，日期 {day} 早于入学',
  range: '“{item}”每项 {min} 到 {max} 分，填的是 {points}',
  quantity: '“{item}”按次数或小时计分，请填次数或小时',
  noReason: '扣分须写原因',
  notInScheme: '{name}不属于“{scheme}”的考核范围',
  noTerm: '校历里没有 {day} 所在的学期',
  noBatch: '没有可以撤销的登记：只能撤销自己在 {minutes} 分钟内登记的',
} as const
/** The verbs of recording, for those who record for their students, and for those who were made recorders of items. */
function recording<const N extends string>(prefix: N, label: string) {
  const permission = `totalScore:pointEntry:${prefix}`
  const read = { method: 'GET', permission } as const
  return {
    record: action(`totalScore.pointEntry.${prefix}`, label, {
      input: asked,
      output: { people: integer('人数', need), over: integer('超过上限', need), undoUntil: datetime('可以撤销到', need) },
      refusals: REFUSALS,
    }),
    undo: action(`totalScore.pointEntry.${prefix}Undo`, '撤销登记', { permission, input: { batchId }, output: { people: integer('人数', need) }, refusals: REFUSALS }),
    desk: action(`totalScore.pointEntry.${prefix}Desk`, '可登记的项目', {
      ...read,
      output: {
        items: list(
          '项目',
          shape('项目', {
            id,
            name: text('名称', { ...need, max: 60 }),
            scheme: text('考核方案', { ...need, max: 60 }),
            direction: choice('加扣', DIRECTIONS, need),
            unit: choice('计分单位', UNITS, need),
            min: decimal('最少', need),
            max: decimal('最多', need),
          }),
          need,
        ),
        classes: list('班级', shape('班级', { id, name: text('班级', { ...need, max: 60 }) }), need),
      },
    }),
    people: action(`totalScore.pointEntry.${prefix}People`, '查找学生', {
      ...read,
      many: true,
      input: { classId: ref('stuClass', '班级'), studentNo: text('学号', { max: 20, format: 'code' }) },
      output: { id, name, studentNo: text('学号', { max: 20 }), className: text('班级', { max: 60 }) },
    }),
  }
}
export type Recording = ReturnType<typeof recording>
export const byStaff = recording('record', '登记加减分')
export const byRecorder = recording('assigned', '登记加减分（记分员）')
export const recordActions = [...Object.values(byStaff), ...Object.values(byRecorder)]
