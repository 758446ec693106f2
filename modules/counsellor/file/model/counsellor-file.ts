import { choice, date, dict, dictionary, entity, integer, list, type Row, ref, shape, text } from '#model'
import { degreeCode } from '#model/national.ts'
import { teacherTitle } from '#modules/campus/model/dictionaries.ts'

const need = { required: true } as const
/** Secretaries of a college's party and league organisations count as full-time (Order 43). */
export const DUTY_KINDS = { fullTime: '专职', partTime: '兼职', deputySecretary: '学院副书记', leagueSecretary: '团委书记' } as const
export const ABILITY_LEVELS = { junior: '初级', middle: '中级', senior: '高级' } as const
/** The nine duties of Order 43. */
export const fdyDuty = dictionary('fdyDuty', '辅导员职责', {
  guidance: '思想理论教育和价值引领',
  partyLeague: '党团和班级建设',
  study: '学风建设',
  daily: '学生日常事务管理',
  mental: '心理健康教育与咨询',
  online: '网络思想政治教育',
  crisis: '校园危机事件应对',
  career: '职业规划与就业创业指导',
  research: '理论和实践研究',
})
export const staffRank = dictionary('staffRank', '职级', {
  clerk: '科员',
  deputySection: '副科级',
  section: '正科级',
  deputyDivision: '副处级',
  division: '正处级',
  none: '未定级',
})
const line = { name: text('名称', { ...need, max: 100 }), on: date('时间', need) } as const
export const fileLines = {
  honours: { ...line, by: text('授予单位', { max: 100 }) },
  research: { ...line, by: text('刊物或立项单位', { max: 100 }) },
  courses: { ...line, by: text('授课对象', { max: 100 }) },
  resume: { from: date('从', need), to: date('到'), unit: text('单位', { ...need, max: 100 }), post: text('职务', { max: 60 }) },
} as const
const MOST = { max: 60 } as const
/** 辅导员档案: what is known of a counsellor beyond the record of staff. */
export const counsellorFile = entity(
  'counsellor.counsellorFile',
  '辅导员档案',
  {
    teacherId: ref('teacher', '辅导员', { ...need, immutable: true, search: true }),
    dutyKind: choice('类别', DUTY_KINDS, need),
    onDutyFrom: date('任职', { ...need, sortable: true }),
    onDutyTo: date('离任', { help: '当天起不再担任；空着表示在任' }),
    partyJoinedOn: date('入党时间', { sensitivity: 'S1' }),
    degree: dict('学位', degreeCode),
    major: text('所学专业', { max: 60 }),
    title: dict('职称', teacherTitle),
    rank: dict('职级', staffRank),
    abilityLevel: choice('职业能力', ABILITY_LEVELS),
    strengths: list('专长', dict('职责', fdyDuty, need), { max: 9 }),
    dutyPhone: text('值班电话', { ...need, max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
    emergencyContact: text('紧急联系人', { max: 60, sensitivity: 'S1', help: '姓名和电话' }),
    honours: list('荣誉', shape('荣誉', fileLines.honours), MOST),
    research: list('研究', shape('研究', fileLines.research), MOST),
    courses: list('授课', shape('授课', fileLines.courses), MOST),
    resume: list('履历', shape('履历', fileLines.resume), MOST),
    staffNo: text('工号', { computed: true, max: 20, format: 'code' }),
    college: text('学院', { computed: true, max: 120 }),
    classCount: integer('带班数', { computed: true }),
    studentCount: integer('带生数', { computed: true }),
  },
  {
    title: 'teacherId',
    scope: { teacher: 'teacherId', department: 'teacherId.departmentId' },
    unique: [['teacherId']],
    importKey: ['teacherId'],
    sort: ['teacherId'],
    refusals: {
      dutyReversed: '离任 {to} 早于任职 {from}',
      lineReversed: '“{unit}”的结束 {to} 早于开始 {from}',
    },
  },
)
export type CounsellorFile = Row<typeof counsellorFile>
