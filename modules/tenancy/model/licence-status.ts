import { action, bool, choice, date, decimal, integer, list, shape, text } from '#model'
import { licence, SCHOOL_STATES } from './school.ts'

/** State of a school's licence today. */
export const licenceStatus = {
  state: choice('状态', SCHOOL_STATES, { required: true }),
  isRegistered: bool('已注册', { required: true }),
  edition: text('版本', { max: 40 }),
  modules: list('模块', text('模块', { max: 40 }), { required: true }),
  maxStudents: integer('学生人数上限'),
  expireDate: date('到期日期'),
  daysLeft: integer('剩余天数'),
  graceLeft: integer('宽限期剩余天数'),
} as const

/** The school's licence; permission to read it also shows the banner. */
export const licenceStanding = action('tenancy.licence.standing', '授权状态', {
  method: 'GET',
  permission: `${licence.module}:${licence.name}:list`,
  output: {
    ...licenceStatus,
    tenantId: text('学校编号', { required: true, max: 12 }),
    schoolName: text('学校名称', { required: true, max: 100 }),
    machineCode: text('机器码', { required: true, max: 40 }),
    students: integer('在籍学生'),
  },
})
/** Setup checklist of the school: each module's checks, and one score. */
export const readiness = action('tenancy.tenant.readiness', '启用清单', {
  method: 'GET',
  output: {
    score: integer('完成度', { required: true, min: 0, max: 100 }),
    lines: list(
      '检查项',
      shape('检查项', {
        code: text('编号', { required: true, max: 60 }),
        title: text('名称', { required: true, max: 60 }),
        share: decimal('完成度', { required: true, min: 0, max: 1 }),
        text: text('还缺什么', { max: 500 }),
        link: text('去设置', { required: true, max: 200 }),
      }),
      { required: true },
    ),
  },
})
