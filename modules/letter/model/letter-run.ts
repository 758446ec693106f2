import { SUBMITTED_STATES } from '#flow/index.ts'
import { entity, integer, json, pickFields, ref, states, text } from '#model'
import { admissionLetter } from './admission-letter.ts'

const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const

export const runStates = states({ ...SUBMITTED_STATES, approved: { label: '已批准', tone: 'done' } }, {})
/** 生成申请: the letters of a year and level by one edition of a template, made once five of them were approved. */
export const letterRun = entity(
  'letter.letterRun',
  '生成申请',
  {
    title: text('名称', { ...fixed, max: 100, search: true }),
    year: integer('年份', { ...fixed, min: 2000, max: 2100, sortable: true }),
    ...pickFields(admissionLetter.fields, ['level']),
    template: text('模板编号', { ...fixed, max: 40, secret: 'internal' }),
    templateName: text('模板', { ...fixed, max: 60 }),
    edition: integer('模板版次', fixed),
    count: integer('份数', { ...fixed, initial: 0 }),
    /** Drawn at random by the server when the run was asked for. */
    sampleIds: json<string[]>('抽样', { readonly: true, secret: 'internal', untyped: 'ids of letters' }),
    state: runStates.field('状态', { readonly: true, initial: 'pending', sortable: true }),
    makerId: ref('user', '经办', readonly),
    done: integer('已生成', { computed: true }),
  },
  { title: 'title', scope: {}, select: 'scoped', sort: ['-year', '-createdAt'], verbs: ['list'], refusals: admissionLetter.options.refusals ?? {} },
)
