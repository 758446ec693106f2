import { date, datetime, entity, integer, ref, states, text, time } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

const moveInStates = states({ draft: { label: '未发布', tone: 'waiting' }, published: { label: '已发布', tone: 'done' } })

/** 入住预约: one building on one day, with slots of equal length and a capacity per slot. */
export const moveInPlan = entity(
  'dormitory.moveInPlan',
  '入住预约',
  {
    dormId: ref('dormBuilding', '楼栋', { required: true, immutable: true }),
    day: date('日期', { required: true, sortable: true }),
    fromTime: time('开始', { required: true, initial: '08:00' }),
    toTime: time('结束', { required: true, initial: '18:00' }),
    slotMinutes: integer('每段时长（分钟）', { required: true, initial: 30, min: 10, max: 240 }),
    places: integer('每段人数', { required: true, initial: 20, min: 1, max: 1000 }),
    note: text('说明', { max: 300, multiline: true, help: '学生预约时看到，如从哪个门进、车停在哪里' }),
    state: moveInStates.field('状态', { initial: 'draft' }),
    publishedAt: datetime('发布时间', { readonly: true }),
    total: integer('名额', { computed: true }),
    chosen: integer('已预约', { computed: true }),
    unchosen: integer('未预约', { computed: true }),
  },
  {
    title: 'day',
    unique: [['dormId', 'day']],
    scope: { building: 'dormId.buildingId' },
    select: 'scoped',
    sort: ['-day'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      past: '{day} 已经过去',
      order: '结束 {toTime} 不晚于开始 {fromTime}',
      uneven: '{fromTime} 至 {toTime} 不能按 {minutes} 分钟分成整段',
      published: '{dorm} {day} 已发布，只能改每段人数和说明，其他请先收回',
      fewer: '{slot} 已有 {taken} 人预约，每段不能少于这个数',
    },
  },
)
export const choiceStates = states({
  chosen: { label: '待到', tone: 'going' },
  came: { label: '已到', tone: 'done' },
  withdrawn: { label: '已取消', tone: 'over' },
  lapsed: { label: '已失效', tone: 'over' },
})
const readonly = { readonly: true } as const

/** 到校时段: the arrival slot of one student's stay. Building, class and names are those of the stay. */
export const moveInChoice = entity(
  'dormitory.moveInChoice',
  '到校时段',
  {
    stayId: ref('dormStay', '住宿登记', { required: true, ...readonly }),
    studentId: ref('student', '学生', { required: true, ...readonly }),
    studentNo: text('学号', { ...readonly, max: 20, search: true, sortable: true }),
    name: text('姓名', { ...readonly, max: 60, search: true, sortable: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    bedId: ref('dormBed', '床位', readonly),
    dormId: ref('dormBuilding', '楼栋', { required: true, ...readonly }),
    /** Empty once the plan was retracted. */
    slotId: text('时段', { ...readonly, max: 36, format: 'uuid' }),
    beginAt: datetime('时段开始', { required: true, ...readonly, sortable: true }),
    endAt: datetime('时段结束', { required: true, ...readonly }),
    state: choiceStates.field('状态', { initial: 'chosen' }),
    chosenAt: datetime('预约时间', { required: true, ...readonly, sortable: true }),
    arrivedAt: datetime('入住时间', { ...readonly, sortable: true }),
  },
  {
    title: 'name',
    scope: { ...BY_STUDENT_OF_COLLEGE, building: 'dormId.buildingId' },
    sort: ['beginAt'],
    verbs: ['list', 'export'],
  },
)
