import { bool, choice, dict, entity, integer, list, ref, text } from '#model'
import { educationLevel } from '#model/national.ts'
import { segmentsField } from './segments.ts'

/** Among whom the sequence counts; in each entry year anew. */
export const SEQ_SCOPES = { class: '班级', major: '专业', dept: '院系', school: '全校' } as const
export type SeqScope = keyof typeof SEQ_SCOPES
/** By what the students of a scope are put in order. */
export const ORDERS = { class: '班号', pinyin: '姓名拼音', ksh: '考生号', gender: '性别' } as const
export type Order = keyof typeof ORDERS
const required = { required: true } as const

/** 学号规则: of what the numbers of some students consist. */
export const numberRule = entity(
  'distribution.numberRule',
  '学号规则',
  {
    name: text('名称', { ...required, max: 60, search: true }),
    grade: integer('年级', { min: 1950, max: 2100, sortable: true, help: '不填时为所有年级' }),
    levels: list('培养层次', dict('培养层次', educationLevel, required), { max: 10, help: '不选时为所有层次' }),
    departmentIds: list('院系', ref('department', '院系', required), { max: 200, help: '不选时为全校，选上级包括下级' }),
    segments: segmentsField,
    seqScope: choice('顺序号范围', SEQ_SCOPES, { ...required, initial: 'class', help: '在这个范围内从 1 开始，各年级分开' }),
    order: list('排列', choice('排列', ORDERS, required), { ...required, max: 4 }),
    isEnabled: bool('启用', { ...required, initial: true }),
  },
  {
    title: 'name',
    scope: {},
    unique: [['name']],
    select: 'scoped',
    sort: ['-createdAt'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      nameTaken: '已有学号规则“{name}”',
      seqOnce: '学号规则要有一个顺序号，而且只能有一个',
      checkLast: '校验位只能放在最后',
      tooLong: '学号共 {length} 位，最多 {most} 位',
      fixedForm: '固定字符的位数和字符不一致',
      lengthForm: '年级和校验位的位数是固定的',
      used: '“{name}”已经生成过学号，不能删除，可以停用',
    },
  },
)
