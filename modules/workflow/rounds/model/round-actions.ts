import { action, bool, datetime, type Entity, integer, list, ref, shape, text } from '#model'

const person = { id: text('编号', { required: true, max: 36 }), name: text('姓名', { required: true, max: 64 }), place: text('单位', { max: 120 }) } as const
/** Steps without approvers, with the number of people of the audience affected (10-W22). */
const gaps = list(
  '没有审批人',
  shape('环节', {
    step: text('环节', { required: true, max: 60 }),
    count: integer('人数', { required: true }),
    sample: list('示例', shape('人', person), { required: true }),
  }),
  { required: true },
)
/** Actions of a batch or task, created per round entity. Roles are granted `publish`; the others are implied. */
export function roundActions<M extends string, N extends string>(of: Pick<Entity, 'name' | 'module'> & { module: M | string; name: N | string }) {
  const path = (verb: string): `${string}.${string}.${string}` => `${of.module}.${of.name}.${verb}`
  const permission = `${of.module}:${of.name}:publish`
  const id = ref(of.name, '批次', { required: true })
  const reason = text('原因', { required: true, min: 2, max: 200, multiline: true })
  return {
    preview: action(path('previewRound'), '发布前检查', {
      inScope: true,
      permission,
      input: { id },
      output: {
        count: integer('人数', { required: true }),
        students: integer('学生', { required: true }),
        staff: integer('教职工', { required: true }),
        sample: list('示例', shape('人', person), { required: true }),
        mayBeEmpty: bool('可以没有人', { required: true }),
        gaps,
      },
    }),
    publish: action(path('publish'), '发布', {
      inScope: true,
      input: { id, confirmGaps: bool('没有审批人也发布', { initial: false }) },
      output: { count: integer('人数', { required: true }) },
      refusals: {
        nobody: '你的数据范围内没有符合条件的人，请检查受众',
        over: '结束时间 {endTime} 已经过去',
        gaps: '受众里有人没有审批人：{gaps}。请先补齐，或确认仍要发布',
      },
    }),
    extend: action(path('extend'), '延长', {
      inScope: true,
      output: 'none',
      permission,
      input: { id, endTime: datetime('结束改为', { required: true }), reason },
      refusals: { earlier: '新的结束时间 {endTime} 须晚于原来的 {was} 和现在' },
    }),
    close: action(path('close'), '提前结束', { inScope: true, output: 'none', permission, input: { id, reason } }),
    pause: action(path('pause'), '暂停', { inScope: true, output: 'none', permission, input: { id, reason } }),
    resume: action(path('resume'), '恢复', { inScope: true, output: 'none', permission, input: { id } }),
    cancel: action(path('cancel'), '取消', { inScope: true, output: 'none', permission, input: { id, reason } }),
    archive: action(path('archive'), '归档', { inScope: true, output: 'none', permission, input: { id } }),
    copy: action(path('copy'), '复制', {
      inScope: true,
      permission: `${of.module}:${of.name}:add`,
      input: {
        id,
        name: text('名称', { required: true, max: 100 }),
        beginTime: datetime('开始', { required: true }),
        endTime: datetime('结束', { required: true }),
      },
      output: { id: text('批次', { required: true, max: 36 }) },
    }),
  } as const
}
export type RoundActions = ReturnType<typeof roundActions>
