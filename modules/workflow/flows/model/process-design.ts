import type { FlowGraph } from '#flow/index.ts'
import { action, bool, choice, datetime, integer, json, list, ref, shape, text } from '#model'
import { factItem } from './conditions.ts'
import { processStates } from './process.ts'

/** A problem that prevents publishing, or a warning for the author. */
const problem = shape('问题', {
  node: text('环节', { max: 60 }),
  way: integer('分支', { min: 0, help: '环节的第几条路，从 0 数起；不填为环节本身' }),
  level: choice('程度', { error: '错误', warning: '提醒' }, { required: true }),
  rule: text('规则', { required: true, max: 60 }),
  text: text('说明', { required: true, max: 500 }),
})
export type FlowProblem = { node?: string | null; way?: number | null; level: 'error' | 'warning'; rule: string; text: string }
/** Everything the designer opens with. */
export const flowOf = action('workflow.processDef.flow', '流程设计', {
  method: 'GET',
  permission: 'workflow:processDef:list',
  input: { id: ref('processDef', '流程', { required: true }), no: integer('版本', { min: 1, help: '不填为草稿' }) },
  output: {
    id: text('编号', { required: true, max: 36 }),
    version: integer('修改次数', { required: true }),
    code: text('编号', { required: true, max: 40 }),
    name: text('名称', { required: true, max: 60 }),
    processType: text('业务类型', { required: true, max: 40 }),
    processTypeName: text('业务类型', { required: true, max: 60 }),
    state: processStates.field('状态'),
    currentVersion: integer('当前版本', { required: true }),
    runningCount: integer('进行中', { required: true }),
    draftedAt: datetime('草稿时间'),
    graph: json<FlowGraph>('流程图', { required: true, untyped: 'a graph of nodes of several kinds, checked by the model of the flow' }),
    problems: list('问题', problem, { required: true }),
    versions: list(
      '版本',
      shape('版本', {
        no: integer('版本', { required: true }),
        publishedAt: datetime('发布时间', { required: true }),
        publishedByName: text('发布人', { max: 60 }),
        note: text('说明', { max: 200 }),
        runningCount: integer('进行中', { required: true }),
      }),
      { required: true },
    ),
    facts: list('条件可用的数', shape('数', factItem), { required: true }),
    form: list(
      '表单',
      shape('字段', { name: text('名称', { required: true, max: 60 }), label: text('标签', { required: true, max: 60 }), kind: text('种类', { required: true, max: 20 }) }),
      {
        required: true,
      },
    ),
    mandatory: json<Record<string, string>>('必须的环节', { required: true, untyped: 'codes are the names of its values' }),
    autos: json<Record<string, string>>('自动处理', { required: true, untyped: 'codes are the names of its values' }),
    positions: json<Record<string, string>>('岗位', { required: true, untyped: 'codes are the names of its values' }),
    /** Working time spent at each step in the last 30 days. */
    dwell: list(
      '用时',
      shape('用时', {
        node: text('环节', { required: true, max: 60 }),
        count: integer('件数', { required: true }),
        medianMin: integer('中位数（分钟）', { required: true }),
        p90Min: integer('90% 以内（分钟）', { required: true }),
        returnedPercent: integer('退回率', { required: true }),
      }),
      { required: true },
    ),
  },
  refusals: { noVersion: '“{name}”没有第 {no} 版' },
})
const graphInput = json<FlowGraph>('流程图', { required: true, untyped: 'a graph of nodes of several kinds, checked by the model of the flow' })
export const saveDraft = action('workflow.processDef.saveDraft', '保存草稿', {
  permission: 'workflow:processDef:update',
  input: { id: ref('processDef', '流程', { required: true }), version: integer('修改次数', { required: true }), graph: graphInput },
  output: { version: integer('修改次数', { required: true }), draftedAt: datetime('草稿时间', { required: true }), problems: list('问题', problem, { required: true }) },
  refusals: { form: '流程图的“{at}”写法不对', tooBig: '流程有 {count} 个环节，最多 {most} 个' },
})
/** 10-W19: the path one application would take; stores nothing, notifies nobody. */
export const simulateFlow = action('workflow.processDef.simulate', '模拟流程', {
  permission: 'workflow:processDef:list',
  input: {
    id: ref('processDef', '流程', { required: true }),
    /** Absent: the stored draft. */
    graph: json<FlowGraph>('流程图', { untyped: 'a graph of nodes of several kinds, checked by the model of the flow' }),
    applicantId: ref('user', '申请人', { required: true }),
    /** Form fields and the module's facts by name. */
    values: json<Record<string, string | number | boolean | null>>('表单', { required: true, untyped: 'facts of the application are the names of its values' }),
  },
  output: {
    steps: list(
      '环节',
      shape('环节', {
        node: text('环节', { required: true, max: 60 }),
        name: text('名称', { required: true, max: 60 }),
        type: text('种类', { required: true, max: 20 }),
        people: list('人员', shape('人', { id: text('编号', { required: true, max: 36 }), name: text('姓名', { required: true, max: 60 }), role: text('身份', { max: 60 }) }), {
          required: true,
        }),
        why: text('原因', { max: 500 }),
        dueAt: datetime('期限'),
        usualMin: integer('通常用时（分钟）'),
      }),
      { required: true },
    ),
    /** Edges walked, `from>to`. */
    edges: list('走过的线', text('线', { required: true, max: 130 }), { required: true }),
    warnings: list('提醒', problem, { required: true }),
    usualMin: integer('通常共用时（分钟）'),
  },
  refusals: { form: '流程图的“{at}”写法不对' },
})
/** People a source finds in each college, to show gaps while drawing. */
export const previewSource = action('workflow.processDef.previewSource', '预览审批人', {
  method: 'POST',
  permission: 'workflow:processDef:list',
  input: { source: json('审批人', { required: true, untyped: 'one of several kinds of source, checked by the model of the flow' }) },
  output: {
    lines: list('单位', shape('单位', { place: text('单位', { required: true, max: 100 }), people: text('人员', { max: 500 }), isMissing: bool('缺人', { required: true }) }), {
      required: true,
    }),
    total: integer('单位数', { required: true }),
    missing: integer('缺人的单位', { required: true }),
  },
  refusals: { form: '审批人的“{at}”写法不对' },
})
export const exportBpmn = action('workflow.processDef.exportBpmn', '导出 BPMN', {
  output: 'file',
  method: 'GET',
  permission: 'workflow:processDef:list',
  input: { id: ref('processDef', '流程', { required: true }), no: integer('版本', { min: 1, help: '不填为草稿' }) },
  refusals: { noVersion: '“{name}”没有第 {no} 版' },
})
/** Imports another engine's BPMN into a draft and lists what was not taken over. */
export const importBpmn = action('workflow.processDef.importBpmn', '导入 BPMN', {
  permission: 'workflow:processDef:update',
  input: { xml: text('BPMN', { required: true, max: 1_000_000 }) },
  output: { graph: graphInput, warnings: list('提醒', text('提醒', { required: true, max: 500 }), { required: true }) },
  refusals: { notBpmn: '这不是可以读取的 BPMN 2.0 文件：{why}' },
})
export const designActions = [flowOf, saveDraft, simulateFlow, previewSource, exportBpmn, importBpmn]
