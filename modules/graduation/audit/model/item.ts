import { bool, choice, entity, integer, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const ITEM_USES = { audit: '毕业审核', leaving: '离校手续' } as const
const readonly = { readonly: true } as const

/** 毕业事项: what is looked at before graduation, and what leavers settle. Modules declare some, the school adds its own. */
export const graduationItem = entity(
  'graduation.graduationItem',
  '毕业事项',
  {
    code: text('编码', { required: true, immutable: true, max: 40, format: 'code', search: true }),
    name: text('名称', { required: true, max: 40, search: true, translatable: true }),
    use: choice('用于', ITEM_USES, { required: true, immutable: true }),
    isBlocking: bool('必须完成', { required: true, initial: false, help: '审核时不通过就不能毕业；离校时不办完就不能离校。不勾选只作提醒' }),
    isEnabled: bool('启用', { required: true, initial: true }),
    sort: integer('顺序', { initial: 100, min: 0, max: 999, sortable: true }),
    /** Declared by a module, which judges it; the school judges its own by import or by hand. */
    isDeclared: bool('系统判定', { ...readonly, required: true, initial: false }),
    isWarningOnly: bool('只能提醒', { ...readonly, required: true, initial: false }),
  },
  {
    title: 'name',
    scope: { everyone: 'names of what is looked at before graduation' },
    unique: [['use', 'code']],
    cached: true,
    select: 'open',
    sort: ['sort', 'code'],
    refusals: {
      warningOnly: '“{name}”只能提醒，不能设为必须完成',
      declared: '“{name}”由系统判定，不能删除，可以停用',
      declaredName: '“{name}”由系统判定，不能改名',
      used: '“{name}”已有 {count} 条结果，不能删除，可以停用',
    },
  },
)
/** 事项结果: how a student stands in an item that the school judges itself. */
export const graduationMark = entity(
  'graduation.graduationMark',
  '事项结果',
  {
    itemId: ref('graduationItem', '事项', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    isMet: bool('达标', { required: true }),
    value: text('情况', { max: 60 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['itemId', 'studentId']],
    importKey: ['itemId', 'studentId'],
    sort: ['-updatedAt'],
    refusals: { declared: '“{name}”由系统判定，不能登记结果' },
  },
)
