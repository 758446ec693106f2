import { date, entity, type Row, ref, text } from '#model'
import { orgAppointment } from './appointment.ts'

const fixed = { required: true, immutable: true } as const
const { outside, away, barred, twice, most, chairs, both, full, reversed, beyondTerm } = orgAppointment.options.refusals ?? {}
/** 任职导入: a post that somebody held before the school kept its appointments here, or holds since. A line is carried over once. */
export const appointmentImport = entity(
  'studentOrg.appointmentImport',
  '导入的任职',
  {
    orgId: ref('studentOrg', '学生组织', { ...fixed, search: true }),
    unit: text('组织部门', { immutable: true, max: 30, help: '岗位在部门里的才填' }),
    post: text('岗位', { ...fixed, max: 30, help: '与“岗位”里的名称一致' }),
    studentId: ref('student', '任职学生', { ...fixed, search: true }),
    from: date('任职开始', { ...fixed, sortable: true }),
    to: date('任职结束', fixed),
    /** What it is carried over as. */
    appointmentId: ref('orgAppointment', '任职', { readonly: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'post',
    scope: { class: 'orgId.classId', department: 'orgId.departmentId', teacher: 'orgId.guideId' },
    unique: [['orgId', 'post', 'studentId', 'from']],
    importKey: ['orgId', 'post', 'studentId', 'from'],
    sort: ['-from'],
    verbs: ['list', 'add', 'import', 'export'],
    countsUpTo: 20_000,
    refusals: {
      ...{ outside: outside ?? '', away: away ?? '', barred: barred ?? '', twice: twice ?? '', most: most ?? '', chairs: chairs ?? '', both: both ?? '' },
      ...{ full: full ?? '', reversed: reversed ?? '', beyondTerm: beyondTerm ?? '', orgOver: orgAppointment.options.refusals?.orgOver ?? '' },
      imported: '{name}任{org}{post}已经导入，不能再改；后来的变化在“任职”里办',
      noPost: '“{org}”没有岗位“{post}”，请先在“岗位”里建立',
      manyPosts: '“{org}”有 {n} 个岗位“{post}”，请填组织部门',
      future: '{from} 还没有到；还没有就任的，在“岗位”里任命',
    },
  },
)
export type AppointmentImport = Row<typeof appointmentImport>
