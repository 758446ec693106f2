import { action, bool, integer, list, ref, shape, text } from '#model'

const required = { required: true } as const
const count = (label: string) => integer(label, required)
const name = (label: string) => text(label, { ...required, max: 120 })
const no = text('学号', { ...required, max: 20 })
const ruleId = ref('numberRule', '学号规则', required)

/** 30-SN5: what a run would do. */
export const previewNumbers = action('distribution.numberRule.preview', '预览', {
  method: 'GET',
  permission: 'distribution:numberRule:generate',
  input: { id: ruleId },
  output: {
    count: count('将编号'),
    /** Students who need a class first. */
    unready: count('没有班级'),
    length: count('位数'),
    /** Numbers of the sequence that somebody has already, and that are passed over. */
    skipped: count('跳过已用的号'),
    first: list('前 20 个', shape('学号', { studentNo: no, name: name('姓名'), className: text('班级', { max: 60 }) }), required),
    scopes: list(
      '范围',
      shape('范围', { label: name('范围'), count: count('人数'), first: count('从'), last: count('到'), most: count('最大顺序号'), fits: bool('够用', required) }),
      required,
    ),
    collisions: list('重号', shape('重号', { studentNo: no, first: name('学生'), second: name('学生') }), required),
  },
})
/** 30-SN6: gives all the numbers of the preview, or none. */
export const generateNumbers = action('distribution.numberRule.generate', '生成学号', {
  input: { id: ruleId, expected: integer('人数', { ...required, min: 1, help: '预览里的人数' }) },
  output: { count: count('已编号'), firstNo: no, lastNo: no },
  refusals: {
    disabled: '“{name}”已停用',
    nobody: '没有要编号的学生',
    done: '{by}已在 {at} 生成 {count} 个学号，没有要编号的学生了',
    changed: '预览时有 {expected} 名学生，现在有 {count} 名，请重新预览',
    collision: '{first}和{second}会得到同一个学号 {studentNo}，请在规则里加上能区分他们的号段',
    overflow: '{label}要编到 {last}，超过最大顺序号 {most}，请增加顺序号位数',
  },
})
export const numberActions = [previewNumbers, generateNumbers]
