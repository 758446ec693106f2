import { datetime, entity, integer, ref, text } from '#model'

/** 面试: a time and a place with seats; results stand with the applications. */
export const postInterview = entity(
  'workStudy.postInterview',
  '面试',
  {
    postId: ref('workPost', '岗位', { required: true, immutable: true }),
    unitId: ref('employUnit', '用工单位', { required: true, readonly: true }),
    slot: datetime('时间', { required: true, sortable: true }),
    place: text('地点', { required: true, max: 100 }),
    seats: integer('名额', { required: true, min: 1, max: 200, initial: 10 }),
    taken: integer('已约', { computed: true }),
    note: text('备注', { max: 200 }),
  },
  {
    title: 'place',
    scope: { unit: 'unitId' },
    select: 'scoped',
    selectFields: ['postId', 'slot', 'place'],
    sort: ['-slot'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: { past: '面试时间 {slot} 已经过去', taken: '已有 {n} 人约在这一场，不能删除' },
  },
)
