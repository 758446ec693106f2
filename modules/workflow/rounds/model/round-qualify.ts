import { action, bool, type Entity, integer, json, list, ref, shape, text } from '#model'
import type { NamedCondition } from '../../flows/model/explain.ts'

const count = (label: string) => integer(label, { required: true })
/** Preview of a round: audience by college, and how many meet its conditions, with reasons. Stores nothing, notifies nobody. */
export function qualifyActions<M extends string, N extends string>(of: Pick<Entity, 'name' | 'module'> & { module: M | string; name: N | string }) {
  const path = (verb: string): `${string}.${string}.${string}` => `${of.module}.${of.name}.${verb}`
  return {
    qualify: action(path('qualify'), '预览名单', {
      permission: `${of.module}:${of.name}:publish`,
      method: 'GET',
      input: {
        id: ref(of.name, '批次', { required: true }),
        college: text('二级学院', { max: 36 }),
        /** Filter: those who fail this condition. */
        failing: text('条件', { max: 60 }),
        current: integer('页', { min: 1, max: 10_000 }),
      },
      output: {
        total: count('人数'),
        met: count('符合'),
        own: json<readonly NamedCondition[]>('本批条件', { untyped: 'conditions are trees' }),
        mayEdit: bool('可以修改条件', { required: true }),
        colleges: list(
          '二级学院',
          shape('二级学院', { id: text('编号', { max: 36 }), name: text('名称', { required: true, max: 120 }), total: count('人数'), met: count('符合') }),
          {
            required: true,
          },
        ),
        conditions: list(
          '条件',
          shape('条件', {
            name: text('名称', { required: true, max: 60 }),
            says: text('内容', { required: true, max: 1000 }),
            isFrozen: bool('按发布时的情况', { required: true }),
            failed: count('不符合'),
          }),
          {
            required: true,
          },
        ),
        found: count('名单人数'),
        size: count('每页'),
        people: list(
          '名单',
          shape('人', {
            id: text('编号', { required: true, max: 36 }),
            name: text('姓名', { required: true, max: 64 }),
            place: text('班级或部门', { max: 120 }),
            isMet: bool('符合', { required: true }),
            why: list('不符合', text('条件', { max: 500 }), { required: true }),
            /** Frozen conditions that today's values would decide otherwise. */
            changed: list('现在的情况', text('条件', { max: 500 }), { required: true }),
          }),
          { required: true },
        ),
      },
    }),
    /** Changes the conditions of a draft. */
    saveConditions: action(path('saveConditions'), '修改条件', {
      permission: `${of.module}:${of.name}:publish`,
      inScope: true,
      input: { id: ref(of.name, '批次', { required: true }), conditions: json<readonly NamedCondition[]>('条件', { required: true, untyped: 'conditions are trees' }) },
      output: 'none',
      refusals: { most: '最多 {most} 个条件，现在 {count} 个', nameless: '每个条件都要有名称，不能重复' },
    }),
  } as const
}
export type QualifyActions = ReturnType<typeof qualifyActions>
