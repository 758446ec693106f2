import { action, bool, datetime, entity, paged, pageInput, ref, revealed, text } from '#model'
import { openCase } from '../../attention/model/actions.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
/** 紧急查看: somebody outside the team reads a case for a while, and says why (50-MH6). Written once; nobody changes or removes it. */
export const mhBreakGlass = entity(
  'mentalHealth.mhBreakGlass',
  '紧急查看',
  {
    studentId: ref('student', '学生', fixed),
    /** None where the student has no case; recorded all the same, so that nobody finds out unseen. */
    caseId: ref('attentionCase', '个案', { readonly: true }),
    byId: ref('user', '查看人', fixed),
    at: datetime('时间', fixed),
    until: datetime('看到几时', fixed),
    why: text('为什么', { ...fixed, max: 300, multiline: true, sensitivity: 'S2', encrypted: true }),
  },
  {
    isUncounted: true,
    title: 'at',
    scope: {},
    sort: ['-at'],
    verbs: [],
    refusals: {
      none: '没有这名学生，或不在你的范围内',
      noCase: '这名学生现在没有关注个案',
      over: '{at} 已到时，还需要查看的，请再说明一次',
      notCentre: '登记只有心理中心的老师可以查看',
      ofTeam: '你在个案组里，请到关注名单查看',
    },
  },
)
const { fields, options } = mhBreakGlass
const { refusals = {} } = options
const head = {
  id: text('编号', { ...need, max: 36 }),
  ...{ name: text('姓名', { ...need, max: 60 }), studentNo: text('学号', { max: 20, format: 'code' }), className: text('班级', { max: 120 }) },
  ...{ at: fields.at, until: fields.until },
} as const
/** Needs a reason before anything is shown; the head of the centre is told. */
export const breakGlass = action('mentalHealth.mhBreakGlass.break', '紧急查看', {
  input: {
    studentId: ref('student', '学生', need),
    why: text('为什么要看', { ...need, min: 5, max: 300, multiline: true, help: '写眼前的危险，如“学生失联，要判断去哪里找”' }),
  },
  output: 'none',
  refusals,
})
/** What the caller may read at this moment. */
export const myGlasses = action('mentalHealth.mhBreakGlass.mine', '正在紧急查看', { method: 'GET', permission: breakGlass.permission, many: true, output: head })
/** The case as its team reads it; audited before it is answered, so it is no GET. */
export const readByGlass = action('mentalHealth.mhBreakGlass.open', '查看', {
  permission: breakGlass.permission,
  input: { id: ref('mhBreakGlass', '紧急查看', need) },
  output: openCase.output,
  refusals,
})
export const glassRegister = action('mentalHealth.mhBreakGlass.register', '紧急查看登记', {
  method: 'GET',
  input: pageInput,
  output: paged('紧急查看登记', {
    ...head,
    by: text('查看人', { ...need, max: 60 }),
    hasCase: bool('有个案', need),
    why: revealed(fields.why, 'psychologists who answer for the case'),
  }),
  refusals,
})
export const glassActions = [breakGlass, myGlasses, readByGlass, glassRegister]
