import { bool, choice, datetime, entity, integer, json, list, ref, text } from '#model'
import type { Audience } from '#modules/system/model/audience.ts'

export const PHASES = { pre: '预办理', site: '现场', after: '报到后' } as const
export type Phase = keyof typeof PHASES
export const KINDS = { self: '本人办理', staff: '老师办理', auto: '自动完成' } as const
const roles = (label: string, help: string) => list(label, text('角色', { required: true, max: 32, format: 'code' }), { max: 20, help })

/** 环节: one thing to do on enrolment. */
export const welcomeStep = entity(
  'welcome.welcomeStep',
  '环节',
  {
    batchId: ref('welcomeBatch', '批次', { required: true, immutable: true }),
    code: text('编码', { required: true, immutable: true, max: 30, format: 'code', search: true }),
    name: text('名称', { required: true, max: 40, search: true, translatable: true }),
    phase: choice('阶段', PHASES, { required: true }),
    kind: choice('方式', KINDS, { required: true }),
    required: bool('必办', { required: true, initial: true }),
    dependsOn: list('前置环节', text('编码', { required: true, max: 30, format: 'code' }), { max: 20 }),
    audience: json<Audience>('对象', { help: '不填为批次里的全部新生' }),
    openFrom: datetime('开放时间', { help: '不填按阶段的时间' }),
    openTo: datetime('截止时间', { help: '不填按阶段的时间' }),
    staffRoles: roles('办理角色', '哪些角色可以办，不填为办理点的任何工作人员'),
    autoSource: text('自动来源', { max: 60, format: 'code', help: '自动完成的环节由哪项业务判定' }),
    waivedBy: roles('免办角色', '哪些角色可以免办，不填为不能免办'),
    form: text('办理页面', { max: 100, help: '新生办理的页面，如 /welcome/info' }),
    sort: integer('顺序', { required: true, initial: 100, min: 0, max: 999, sortable: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'what there is to do on enrolment, without data of students' },
    unique: [['batchId', 'code']],
    select: 'open',
    selectFields: ['batchId', 'code', 'name'],
    sort: ['sort', 'code'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      published: '“{batch}”已发布，不能{what}',
      source: '自动完成的环节须选自动来源，其他环节不能选',
      unknownSource: '没有叫“{code}”的自动来源',
      itself: '环节不能是自己的前置',
      window: '截止时间 {to} 不晚于开放时间 {from}',
    },
  },
)
export type StepPlace = { code: string; name: string; dependsOn: readonly (string | null)[] | null }
