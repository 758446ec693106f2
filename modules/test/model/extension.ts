import { datetime, entity, integer, type Row, ref, text } from '#model'

const fixed = { required: true, immutable: true } as const
/** 延长记录: minutes given to everybody of a test who was sitting within somebody's scope (60-OT15). */
export const testExtension = entity(
  'test.testExtension',
  '延长记录',
  {
    scheduleId: ref('testSchedule', '考试', fixed),
    /** Counted from 1 over all of a test: whoever extends names how many they know. */
    no: integer('第几次', { ...fixed, min: 1 }),
    minutes: integer('分钟', { ...fixed, min: 1 }),
    reason: text('原因', { ...fixed, max: 200 }),
    people: integer('人数', fixed),
    at: datetime('时间', fixed),
    byId: ref('user', '监考', { immutable: true }),
  },
  {
    title: 'reason',
    scope: { user: 'scheduleId.ownerId', teacher: 'scheduleId.teacherId', department: 'scheduleId.ownerDepartmentId' },
    unique: [['scheduleId', 'no']],
    verbs: [],
    appendOnly: true,
  },
)
export type Extension = Row<typeof testExtension>
