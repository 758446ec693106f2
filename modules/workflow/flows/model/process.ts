import type { FlowGraph } from '#flow/index.ts'
import { bool, datetime, entity, integer, json, list, ref, states, text } from '#model'

export const processStates = states({ draft: { label: '草稿', tone: 'waiting' }, published: { label: '已发布', tone: 'done' }, disabled: { label: '已停用', tone: 'over' } })

/** A flow in the list; its drawings are stored as versions. */
export const processDef = entity(
  'workflow.processDef',
  '流程',
  {
    code: text('编号', { required: true, max: 40, immutable: true, format: 'code', search: true, sortable: true }),
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    processType: text('业务类型', { required: true, max: 40, immutable: true }),
    ownerIds: list('流程负责人', ref('user', '负责人'), { help: '没有审批人、超时无人处理时由负责人处理；不填为学工处角色' }),
    isDefault: bool('默认流程', { readonly: true, initial: false, help: '没有绑定其他流程时用这一个' }),
    state: processStates.field('状态', { initial: 'draft', required: false }),
    currentVersion: integer('当前版本', { readonly: true, initial: 0 }),
    /** The designer's draft; published as the next version. */
    draft: json<FlowGraph>('草稿', { readonly: true, secret: 'internal' }),
    draftedAt: datetime('草稿时间', { readonly: true }),
    runningCount: integer('进行中', { computed: true }),
  },
  {
    title: 'name',
    unique: [['code']],
    scope: { everyone: 'definitions of processes, a setting of the school' },
    cached: true,
    softDelete: true,
    select: 'scoped',
    sort: ['processType', 'name'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      type: '没有“{processType}”这种业务',
      owner: '所选的流程负责人有的不存在',
      used: '“{name}”发布过，不能删除，可以停用',
      bound: '“{name}”还绑定在 {count} 处，请先改绑定',
      none: '“{type}”还没有已发布的流程，暂时不能申请，请联系学工处',
    },
  },
)
export const processVersion = entity(
  'workflow.processVersion',
  '流程版本',
  {
    defId: ref('processDef', '流程', { required: true, immutable: true }),
    no: integer('版本', { required: true, sortable: true }),
    graph: json<FlowGraph>('流程图', { required: true, secret: 'internal' }),
    publishedAt: datetime('发布时间', { required: true, sortable: true }),
    publishedBy: ref('user', '发布人'),
    note: text('说明', { max: 200 }),
  },
  { title: 'no', unique: [['defId', 'no']], scope: { everyone: 'definitions of processes, a setting of the school' }, select: 'scoped', sort: ['-no'], verbs: ['list'] },
)
/** Binds a flow: an application takes the batch's, else the department's (its own, then its ancestors'), else the default. */
export const processBinding = entity(
  'workflow.processBinding',
  '流程绑定',
  {
    processType: text('业务类型', { required: true, max: 40 }),
    departmentId: ref('department', '部门'),
    batchId: text('批次', { max: 36 }),
    defId: ref('processDef', '流程', { required: true }),
    priority: integer('优先级', { required: true, initial: 0, min: 0, max: 999, help: '同一处有几个时，大的优先' }),
  },
  {
    title: 'processType',
    unique: [['processType', 'departmentId', 'batchId']],
    scope: { everyone: 'a setting of the school: which process serves which application' },
    cached: true,
    sort: ['processType', '-priority'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: { type: '流程“{name}”是给“{is}”用的，不能绑定到“{processType}”', unpublished: '流程“{name}”没有发布，不能绑定' },
  },
)
