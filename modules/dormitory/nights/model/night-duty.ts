import { action, date, entity, integer, list, ref, text } from '#model'

/** 夜间值班: duty officer of a night, for the school or a college. Unhandled cases escalate to them. */
export const nightDuty = entity(
  'dormitory.nightDuty',
  '夜间值班',
  {
    nightDate: date('日期', { required: true, sortable: true, help: '从这天 12:00 到次日 12:00' }),
    /** Empty: the school's duty officer. */
    departmentId: ref('department', '学院', { help: '不填为全校值班' }),
    teacherId: ref('teacher', '值班人', { required: true }),
    phone: text('值班电话', { max: 20, format: 'phone', clear: 'of the duty desk, to be called' }),
    note: text('备注', { max: 100 }),
  },
  {
    title: 'nightDate',
    // one duty per person and night, for the school or a college
    unique: [['nightDate', 'teacherId']],
    scope: { department: 'departmentId' },
    sort: ['nightDate'],
    importKey: ['nightDate', 'teacherId'],
    refusals: {
      over: '{night} 的值班已经过去，不能再改',
      noAccount: '{name}没有可用的账号，收不到通知，不能安排值班',
    },
  },
)
const night = text('日期', { required: true, max: 10 })
/** Fills the rest of a month in rotation, one night each. */
export const fillDuty = action('dormitory.nightDuty.fill', '按顺序排班', {
  permission: 'dormitory:nightDuty:add',
  input: {
    month: text('月份', { required: true, min: 7, max: 7, help: '如 2026-12' }),
    departmentId: ref('department', '学院', { help: '不填为全校值班' }),
    teacherIds: list('值班人', ref('teacher', '值班人', { required: true }), { required: true, min: 1, max: 60, help: '按这个顺序每晚一人，轮完再从头开始；已经排了人的晚上不动' }),
  },
  output: { nights: integer('已排晚数', { required: true }), kept: integer('原已排班', { required: true }) },
  refusals: { month: '月份“{month}”应写成 2026-12', past: '{month} 已经过去', noAccount: '{name}没有可用的账号，收不到通知，不能安排值班', outside: '只能安排本学院的值班' },
})
/** Duty officers of a night: the school's and the reader's college's; all colleges for readers with school-wide scope. */
export const onDuty = action('dormitory.nightDuty.onDuty', '今晚值班', {
  method: 'GET',
  permission: 'dormitory:nightLine:list',
  many: true,
  input: { night: date('日期') },
  output: {
    night,
    place: text('学院', { max: 100 }),
    name: text('值班人', { required: true, max: 60 }),
    phone: nightDuty.fields.phone,
  },
})
export const dutyActions = [fillDuty, onDuty]
