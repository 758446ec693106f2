import { bool, choice, date, datetime, dict, dictionary, entity, files, list, type Row, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const need = { required: true } as const
export const CHECK_WAYS = { visit: '走访', video: '视频', phone: '电话' } as const
export const offCampusRisk = dictionary('offCampusRisk', '校外住宿隐患', { fire: '消防', gas: '燃气', electricity: '用电', door: '门窗', neighbours: '邻里和治安', other: '其他' })
/** 走访检查: how a student lives outside. A risk stays open until it is solved. */
export const offCampusCheck = entity(
  'offCampus.offCampusCheck',
  '走访检查',
  {
    stayId: ref('offCampusStay', '校外住宿', { ...need, immutable: true }),
    studentId: ref('student', '学生', { ...need, readonly: true, search: true }),
    at: datetime('时间', { ...need, sortable: true }),
    way: choice('方式', CHECK_WAYS, need),
    reached: bool('联系上了', { ...need, initial: true }),
    findings: list('隐患', dict('隐患', offCampusRisk, need), { max: 6 }),
    photos: files('照片', { maxFiles: 6, types: ['jpg', 'jpeg', 'png'] }),
    rectifyBy: date('整改期限', { sortable: true }),
    result: text('情况', { max: 500, multiline: true }),
    /** End of the day by which risks are to be solved; null where there are none. */
    riskDueAt: datetime('整改截止', { readonly: true, secret: 'internal' }),
    riskToldAt: datetime('逾期提醒', { readonly: true, secret: 'internal' }),
    solvedAt: datetime('整改完成', { readonly: true }),
    byId: ref('user', '检查人', { readonly: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    sort: ['-at'],
    verbs: ['list', 'add', 'export'],
    refusals: {
      future: '检查时间 {at} 还没有到',
      notLiving: '{name}现在没有在校外住宿',
      rectifyBy: '有隐患的要写整改期限，不早于检查当天 {on}',
      solved: '这些隐患已在 {at} 整改完成',
    },
  },
)
export type OffCampusCheck = Row<typeof offCampusCheck>
