import { action, date, datetime, entity, json, text, time } from '#model'

/** Different hours on one night; without a building for all buildings of the profile. */
export interface CurfewException {
  /** Night date: from 12:00 to 12:00 of the next day. */
  date: string
  dormId: string | null
  curfew: string
  cutOff: string
  gateOpening: string
  reason: string
}
/** Curfew hours of a building. */
export const curfewProfile = entity(
  'dormitory.curfewProfile',
  '归寝时间方案',
  {
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    curfewWorkday: time('次日上班的归寝时间', { required: true, initial: '23:00', help: '第二天要上课或上班的晚上，按校历和调休判断' }),
    curfewFree: time('次日休息的归寝时间', { required: true, initial: '23:30', help: '周五、周六和节假日前夜，按校历和调休判断' }),
    cutOff: time('未归时刻', { required: true, initial: '00:30', help: '到这一刻还没有回来算未归' }),
    gateOpening: time('开门时刻', { required: true, initial: '06:00' }),
    exceptions: json<readonly CurfewException[]>('特殊日期'),
  },
  {
    title: 'name',
    scope: { everyone: 'a setting of the school that its residents are told' },
    unique: [['name']],
    cached: true,
    select: 'open',
    sort: ['name'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      order: '归寝时间、未归时刻、开门时刻应依次在后，{second} 不在 {first} 之后',
      exceptionForm: '特殊日期要写明日期、归寝时间、未归时刻、开门时刻和原因',
      otherProfile: '{dorm}不用这个归寝时间方案，不能为它设 {date} 的特殊归寝时间',
      twice: '{date} {dorm}设了两次特殊归寝时间',
    },
  },
)
/** Hours of the reader's buildings on a night, by the calendar. */
export const tonightHours = action('dormitory.curfewProfile.hours', '当晚归寝时间', {
  method: 'GET',
  permission: 'dormitory:curfewProfile:list',
  input: { night: date('日期', { required: true }) },
  output: {
    id: text('编号', { required: true, max: 36 }),
    fullName: text('宿舍楼', { required: true, max: 200 }),
    curfew: datetime('归寝时间', { required: true }),
    cutOff: datetime('未归时刻', { required: true }),
    gateOpening: datetime('开门时刻', { required: true }),
  },
  many: true,
})
