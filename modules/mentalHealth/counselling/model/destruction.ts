import { action, bool, date, datetime, entity, integer, paged, pageInput, ref, text } from '#model'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
/** 销毁记录: what was destroyed of a student who left long ago. How much, and of whom; not a word of what it was. */
export const mhDestruction = entity(
  'mentalHealth.mhDestruction',
  '咨询记录销毁',
  {
    studentId: ref('student', '学生', fixed),
    leftOn: date('离校日期', fixed),
    keptYears: integer('保存年限', fixed),
    records: integer('咨询记录（条）', fixed),
    intakes: integer('预约时写的话（条）', fixed),
  },
  { isUncounted: true, title: 'leftOn', scope: {}, verbs: [] },
)
const { fields } = mhDestruction
/** Read by the head of the centre; nothing for everybody else of it. */
export const destructions = action('mentalHealth.mhDestruction.register', '销毁记录', {
  method: 'GET',
  input: pageInput,
  output: {
    isHead: bool('心理中心主任', need),
    ...paged('销毁记录', {
      ...{ id: text('编号', { ...need, max: 36 }), at: datetime('销毁时间', need) },
      ...{ name: text('姓名', { ...need, max: 60 }), studentNo: text('学号', { max: 20, format: 'code' }) },
      ...{ leftOn: fields.leftOn, keptYears: fields.keptYears, records: fields.records, intakes: fields.intakes },
    }),
  },
})
