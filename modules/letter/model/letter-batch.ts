import { entity, files, integer, ref, states, text } from '#model'

export const batchStates = states(
  {
    waiting: { label: '生成中', tone: 'going' },
    failed: { label: '生成失败', tone: 'refused' },
    done: { label: '待打印', tone: 'waiting' },
    printed: { label: '已打印', tone: 'done' },
  },
  { resume: ['failed'], markPrinted: ['done'] },
)
const fixed = { required: true, readonly: true } as const
/** 打印批次: letters that are printed one after the other, merged into one file. */
export const letterBatch = entity(
  'letter.letterBatch',
  '打印批次',
  {
    batchNo: text('批次号', { ...fixed, max: 20, format: 'code', search: true, sortable: true }),
    runId: ref('letterRun', '生成申请', fixed),
    year: integer('年份', { ...fixed, min: 2000, max: 2100 }),
    count: integer('份数', fixed),
    firstNo: text('首个编号', { ...fixed, max: 40 }),
    lastNo: text('末个编号', { ...fixed, max: 40 }),
    state: batchStates.field('状态', { readonly: true, initial: 'waiting', sortable: true }),
    fileId: files('合并文件', { readonly: true, maxFiles: 1, types: ['pdf'] }),
    note: text('失败原因', { readonly: true, max: 300, translatable: true }),
    /** Whose rights the letters are read with. */
    orderedBy: ref('user', '经办', { readonly: true }),
  },
  { title: 'batchNo', scope: {}, unique: [['batchNo']], select: 'scoped', sort: ['-batchNo'], verbs: ['list'] },
)
