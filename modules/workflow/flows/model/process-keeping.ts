import { action, choice, integer, ref, text } from '#model'

/** 10-W1: publishes the draft as the next version; running cases stay on theirs. */
export const publishFlow = action('workflow.processDef.publish', '发布流程', {
  input: { id: ref('processDef', '流程', { required: true }), version: integer('修改次数', { required: true }), note: text('说明', { max: 200 }) },
  output: { no: integer('版本', { required: true }) },
  refusals: { problems: '流程有 {count} 处问题，不能发布：{first}', unchanged: '草稿与第 {no} 版相同，没有可发布的修改' },
})
export const setFlowState = action('workflow.processDef.setState', '启用或停用流程', {
  output: 'none',
  input: { id: ref('processDef', '流程', { required: true }), state: choice('状态', { published: '启用', disabled: '停用' }, { required: true }) },
  refusals: { never: '“{name}”还没有发布', isDefault: '“{name}”是默认流程，请先把另一个设为默认' },
})
export const makeDefault = action('workflow.processDef.makeDefault', '设为默认流程', {
  output: 'none',
  input: { id: ref('processDef', '流程', { required: true }) },
  refusals: { unpublished: '“{name}”没有发布或已停用，不能设为默认' },
})
export const copyFlow = action('workflow.processDef.copy', '复制流程', {
  permission: 'workflow:processDef:add',
  input: { id: ref('processDef', '流程', { required: true }), code: text('编号', { required: true, max: 40, format: 'code' }), name: text('名称', { required: true, max: 60 }) },
  output: { id: text('编号', { required: true, max: 36 }) },
})
const move = {
  instanceId: text('编号', { required: true, max: 36 }),
  title: text('标题', { required: true, max: 200 }),
  at: text('所在环节', { max: 200 }),
  /** Why the case cannot be moved; empty if it can. */
  refused: text('不能迁移的原因', { max: 500 }),
} as const
const migrationRefusals = { noVersion: '“{name}”没有第 {no} 版', same: '从第 {no} 版到第 {no} 版没有可迁移的' } as const
const migration = { defId: ref('processDef', '流程', { required: true }), fromNo: integer('从版本', { required: true }), toNo: integer('到版本', { required: true }) }
/** 10-W3: running applications stay on their version unless moved by hand, after a preview of which can be. */
export const previewMigration = action('workflow.processDef.previewMigration', '预览版本迁移', {
  permission: 'workflow:processDef:migrate',
  input: migration,
  many: true,
  output: move,
  refusals: migrationRefusals,
})
export const migrateFlow = action('workflow.processDef.migrate', '迁移到新版本', {
  input: migration,
  output: { moved: integer('已迁移', { required: true }), left: integer('未迁移', { required: true }) },
  refusals: migrationRefusals,
})
/** Effective flow of every department for a kind of application. */
export const flowsInForce = action('workflow.processBinding.inForce', '各部门的流程', {
  method: 'GET',
  permission: 'workflow:processBinding:list',
  input: { processType: text('业务类型', { required: true, max: 40 }) },
  many: true,
  output: {
    departmentId: text('部门', { required: true, max: 36 }),
    place: text('部门', { required: true, max: 120 }),
    defId: text('流程', { max: 36 }),
    defName: text('流程', { max: 60 }),
    no: integer('版本'),
    why: choice('依据', { own: '本部门绑定', above: '上级部门绑定', school: '全校绑定', default: '默认流程', none: '没有流程' }, { required: true }),
  },
})
/** Available kinds of application. */
export const processTypes = action('workflow.processDef.types', '业务类型', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: { processType: text('业务类型', { required: true, max: 40 }), name: text('名称', { required: true, max: 60 }) },
})
export const keepingActions = [publishFlow, setFlowState, makeDefault, copyFlow, previewMigration, migrateFlow, flowsInForce, processTypes]
