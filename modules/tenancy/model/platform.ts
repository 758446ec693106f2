import { action, datetime, integer, ref, shape, text } from '#model'
import { licenceStatus } from './licence-status.ts'
import { firstAdmin, schoolData } from './open-calls.ts'

const realm = 'platform'
const id = ref('tenant', '学校', { required: true })
const reason = text('原因', { required: true, min: 2, max: 200, multiline: true, help: '会记入学校的审计日志' })

/** All schools of the installation: counts and dates, none of their data. */
export const schools = action('tenancy.tenant.schools', '学校列表', {
  method: 'GET',
  realm,
  many: true,
  output: {
    id: ref('tenant', '学校', { required: true }),
    tenantId: text('学校编号', { required: true, max: 12 }),
    schoolName: text('学校名称', { required: true, max: 100 }),
    contact: text('联系人', { max: 40 }),
    ...licenceStatus,
    students: integer('在籍学生'),
    lastSignIn: datetime('最近登录'),
    reason: text('原因', { max: 200 }),
    closedAt: datetime('关闭时间'),
    erasedAt: datetime('清除时间'),
    provisionId: text('开通编号', { required: true, max: 36 }),
    createdAt: datetime('建立时间', { required: true }),
  },
})
/** Opens a school, registered at once if a registration code is given. */
export const openSchool = action('tenancy.tenant.open', '开通学校', {
  realm,
  input: {
    schoolName: text('学校名称', { required: true, max: 100 }),
    regCode: text('注册码', { max: 5000, multiline: true, help: '没有注册码也能开通，学校显示为未注册' }),
    admin: shape('首个管理员', firstAdmin, { required: true }),
    school: shape('学校信息', schoolData),
  },
  output: {
    tenantId: text('学校编号', { required: true, max: 12 }),
    provisionId: text('开通编号', { required: true, max: 36 }),
    activationLink: text('激活链接', { max: 200 }),
  },
})
export const resumeSchool = action('tenancy.tenant.resume', '继续开通', { output: 'none', realm, permission: openSchool.permission, input: { id } })
export const renewSchool = action('tenancy.tenant.renew', '续期', {
  output: 'none',
  realm,
  input: { id, regCode: text('注册码', { required: true, max: 5000, multiline: true }), reason },
})
export const freezeSchool = action('tenancy.tenant.freeze', '冻结', { output: 'none', realm, input: { id, reason } })
export const restoreSchool = action('tenancy.tenant.restore', '恢复', { output: 'none', realm, permission: freezeSchool.permission, input: { id, reason } })
/** Closes a school. The link downloads its data and is shown once. */
export const closeSchool = action('tenancy.tenant.close', '关闭', { realm, input: { id, reason }, output: { packageLink: text('数据包链接', { required: true, max: 200 }) } })
