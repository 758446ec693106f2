import { bool, choice, dict, entity, integer, list, ref, text, time } from '#model'
import { bedType } from '../../places/model/dictionaries.ts'

export const QUIET = { quiet: '喜欢安静', either: '都可以', lively: '喜欢热闹' } as const
export const SMOKING = { no: '不吸烟', yes: '吸烟' } as const
export const SNORING = { no: '不打鼾', sometimes: '偶尔', yes: '经常' } as const
const S1 = { sensitivity: 'S1', mask: 'whole' } as const
/** Optional answers of a student. */
export const wishFields = {
  bedType: dict('床型', bedType, S1),
  sleepTime: time('几点睡', S1),
  wakeTime: time('几点起', S1),
  quiet: choice('寝室氛围', QUIET, S1),
  smoking: choice('吸烟', SMOKING, S1),
  snoring: choice('打鼾', SNORING, S1),
  height: integer('身高', { min: 100, max: 230, help: '厘米，安排加长床用', ...S1 }),
  roommates: list('想同住的同学', text('学号', { required: true, max: 20 }), { max: 10, ...S1 }),
  needsAccessible: bool('需要无障碍房间', { initial: false, ...S1 }),
  medicalNote: text('健康原因', { max: 300, multiline: true, help: '只用来优先安排，不向任何人显示内容', sensitivity: 'S2' }),
} as const

/** 住宿意愿: the single store of habits and roommate wishes; plans read it. */
export const presortWish = entity(
  'dormitory.presortWish',
  '住宿意愿',
  { studentId: ref('student', '学生', { required: true, immutable: true }), ...wishFields },
  {
    title: 'quiet',
    scope: { student: 'studentId' },
    unique: [['studentId']],
    verbs: [],
    refusals: { most: '最多填写 {most} 名同学', self: '不用填写自己', unknown: '没有学号为 {studentNo} 的在校学生', twice: '学号 {studentNo} 填写了两次' },
  },
)
