import { bool, dict, entity, files, integer, money, ref, text } from '#model'
import { educationLevel } from '#model/national.ts'
import { roomType } from '#modules/dormitory/places/model/dictionaries.ts'
import { studentCategory } from '#modules/student/model/dictionaries.ts'

/** What a standard may depend on, as the refusal of a tie names it. */
export const DIMENSIONS = ['grade', 'campusId', 'departmentId', 'majorId', 'educationLevel', 'studentCategory', 'buildingId', 'roomType'] as const

/** 收费标准: the only prices of the school. An empty dimension means all. */
export const chargeStandard = entity(
  'fee.chargeStandard',
  '收费标准',
  {
    itemId: ref('chargeItem', '收费项目', { required: true }),
    xn: text('起始学年', { required: true, min: 9, max: 9, sortable: true, help: '如 2026-2027，从这一学年起执行' }),
    gradeFrom: integer('年级从', { min: 1950, max: 2100, help: '入学年份；老生按老办法' }),
    gradeTo: integer('年级到', { min: 1950, max: 2100 }),
    campusId: ref('campus', '校区'),
    departmentId: ref('department', '院系'),
    majorId: ref('major', '专业'),
    educationLevel: dict('培养层次', educationLevel),
    studentCategory: dict('学生类别', studentCategory),
    buildingId: ref('building', '楼宇'),
    roomType: dict('房型', roomType),
    amount: money('标准', { required: true, min: 0, max: 100_000_000, sortable: true }),
    perCredit: bool('按学分', { required: true, initial: false, help: '标准是每学分的价格' }),
    docFiles: files('文件依据', { maxFiles: 3, types: ['pdf'] }),
    published: bool('公示', { required: true, initial: false, help: '在学校网站的收费公示里显示' }),
  },
  {
    title: 'xn',
    scope: { everyone: 'published prices of the school' },
    importKey: ['itemId', 'xn', 'gradeFrom', 'gradeTo', 'campusId', 'departmentId', 'majorId', 'educationLevel', 'studentCategory', 'buildingId', 'roomType'],
    sort: ['-xn', 'itemId'],
    refusals: {
      xn: '学年“{xn}”应写成 2026-2027',
      sameYear: '从哪一学年沿用，要早于新的学年',
      nothing: '{xn} 没有可以沿用的标准',
      grades: '年级从 {from} 到 {to} 前后颠倒',
      tie: '与已有的标准（{other}，{amount}）分不出先后：两者都适用于同一些学生，条件数相同。请把其中一条写得更细',
    },
  },
)
