import { SUBMITTED_STATES } from '#flow/index.ts'
import { action, choice, entity, files, list, ref, states, text } from '#model'

export const UNIT_KINDS = { internal: '校内', external: '校外' } as const
export const unitStates = states(
  { draft: { label: '草稿', tone: 'waiting' }, ...SUBMITTED_STATES, stopped: { label: '已停用', tone: 'over' } },
  { update: ['draft', 'returned', 'approved'], remove: ['draft', 'withdrawn', 'rejected'], submit: ['draft', 'returned'], stop: ['approved'], resume: ['stopped'] },
)
/** 用工单位: who offers posts. Its accounts reach its rows and no others. */
export const employUnit = entity(
  'workStudy.employUnit',
  '用工单位',
  {
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    kind: choice('性质', UNIT_KINDS, { required: true, initial: 'internal' }),
    departmentId: ref('department', '所属部门'),
    licenceNo: text('统一社会信用代码', { max: 18, help: '校外单位须填' }),
    contact: text('联系人', { required: true, max: 40 }),
    phone: text('联系电话', { required: true, max: 20, format: 'phone', sensitivity: 'S1' }),
    userIds: list('账号', ref('user', '账号', { role: 'employer' }), { max: 20, help: '有“用工单位”角色的账号，只能看到和办理本单位的' }),
    agreementFiles: files('合作协议', { maxFiles: 5, types: ['pdf', 'jpg', 'png'], mostMb: 10 }),
    budgetFundId: ref('fundAccount', '经费', { help: '报酬从这项经费发放，由学工处指定' }),
    state: unitStates.field('状态', { initial: 'draft', sortable: true }),
    makerId: ref('user', '登记人', { readonly: true }),
    stopReason: text('停用原因', { readonly: true, max: 200 }),
  },
  {
    title: 'name',
    scope: { unit: 'id', user: 'makerId' },
    unique: [['name']],
    importKey: ['name'],
    cached: true,
    select: 'scoped',
    selectFields: ['kind', 'state'],
    sort: ['name'],
    refusals: {
      licence: '校外单位须填统一社会信用代码',
      agreement: '校外单位须有合作协议',
      notEmployer: '{name}没有“用工单位”角色，不能作为用工单位的账号',
      used: '“{name}”已有 {n} 个岗位，不能删除，可以停用',
      off: '“{name}”{state}，不能办理',
      onDuty: '“{name}”还有 {n} 人在岗，请先结束',
    },
  },
)
const id = ref('employUnit', '用工单位', { required: true })
export const submitUnit = action('workStudy.employUnit.submit', '提交审核', { input: { id }, output: 'none', inScope: true })
export const stopUnit = action('workStudy.employUnit.stop', '停用', { input: { id, reason: text('原因', { required: true, max: 200 }) }, output: 'none', inScope: true })
export const resumeUnit = action('workStudy.employUnit.resume', '恢复', { permission: stopUnit.permission, input: { id }, output: 'none', inScope: true })
export const unitActions = [submitUnit, stopUnit, resumeUnit]
