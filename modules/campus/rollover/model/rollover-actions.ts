import { action, bool, datetime, integer, list, pickFields, ref, shape, text } from '#model'
import { rolloverRefusals, rolloverRun, rolloverStates, stepStates } from './rollover-run.ts'

const required = { required: true } as const
const id = ref('rolloverRun', '学年结转', required)
const count = integer('数量', required)

/** The school years that may be rolled over to, the one to do next first. */
export const rolloverYears = action('campus.rolloverRun.years', '可结转的学年', {
  method: 'GET',
  permission: 'campus:rolloverRun:list',
  input: {},
  output: {
    ...pickFields(rolloverRun.fields, ['fromXn', 'toXn']),
    runId: ref('rolloverRun', '学年结转'),
    state: rolloverStates.field('状态', { required: false }),
  },
  many: true,
})
/** 30-BY1: what a roll-over would do; a repeated preview keeps what has been done and which exceptions were skipped. */
export const previewRollover = action('campus.rolloverRun.preview', '预览', {
  input: { toXn: text('新学年', { ...required, min: 9, max: 9 }) },
  output: { id },
  refusals: rolloverRefusals,
})
/** Starts a previewed run, or goes on with one that stopped. */
export const startRollover = action('campus.rolloverRun.start', '开始结转', { input: { id }, output: 'none', refusals: rolloverRefusals })
/** 30-BY6: takes a run back within some hours. */
export const undoRollover = action('campus.rolloverRun.undo', '撤销结转', { input: { id }, output: 'none', refusals: rolloverRefusals })

const step = {
  code: text('代码', { ...required, max: 40 }),
  title: text('步骤', { ...required, max: 40 }),
  state: stepStates.field('状态'),
  create: count,
  change: count,
  close: count,
  exceptions: count,
  done: count,
  skipped: count,
  startedAt: datetime('开始'),
  endedAt: datetime('结束'),
} as const
export const rolloverProgress = action('campus.rolloverRun.progress', '结转进度', {
  method: 'GET',
  permission: 'campus:rolloverRun:list',
  input: { id },
  output: {
    ...pickFields(rolloverRun.fields, ['fromXn', 'toXn', 'state', 'total', 'done', 'previewedAt', 'startedAt', 'endedAt', 'note']),
    exceptions: count,
    startedByName: text('操作人', { max: 60 }),
    isUndo: bool('撤销中', required),
    undoUntil: datetime('可撤销到'),
    steps: list('步骤', shape('步骤', step), required),
  },
})
/** 30-BY2: leaves out the rows of these exceptions, so that their step may go on. */
export const skipLines = action('campus.rolloverLine.skip', '跳过', {
  input: { ids: list('例外', ref('rolloverLine', '例外'), { ...required, max: 500 }), reason: text('跳过原因', { ...required, max: 200 }) },
  output: { done: integer('已跳过', required) },
})
export const rolloverActions = [rolloverYears, previewRollover, startRollover, undoRollover, rolloverProgress, skipLines]
export const LINE_LIST = ['campus:rolloverLine:list', 'campus:rolloverLine:export'] as const
