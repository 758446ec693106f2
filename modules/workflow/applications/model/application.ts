import { type Action, action, choice, datetime, type Entity, type Field, type Fields, integer, list, permissionKey, pickFields, ref, revealedAll, shape, text } from '#model'

/** A violated rule; `key` is one of the refusals of the application's entity. */
export interface Violation {
  key: string
  values?: Record<string, unknown>
  field?: string
  /** The entity whose refusal it is, if not the application's own. */
  of?: Entity
}
/** Verbs of applicants on their own application, each with the action whose states allow it; a kind may add others. */
export const APPLICANT_VERBS = { edit: 'resubmit', withdraw: 'withdraw', cancel: 'cancel' } as const
const VERB_LABELS = { edit: '修改', withdraw: '撤回', cancel: '取消' } as const

/** Refusals of every kind of application; an entity may word them its own way. */
export const APPLICATION_REFUSALS = {
  studentState: '{name}现在{status}，不能申请',
  noAccount: '{name}还没有账号，不能提交申请',
  studentUnknown: '没有这名学生，或不在你的数据范围内',
} as const
type Refusals = Readonly<Record<string, string>>
type None = Record<never, never>

const OWN = 'what the applicants entered themselves, or their own record knows'
/** Fields of the first set, where the second does not replace them. */
const over = <const F extends Fields, const G extends Fields>(fields: F, others: G): Omit<F, keyof G> & G => ({ ...fields, ...others })
const progress = {
  instanceId: text('流程', { max: 36 }),
  waitsFor: text('等待', { max: 300 }),
  waitsSince: datetime('等待自'),
  nextStep: text('下一步', { max: 500 }),
} as const
const { instanceId, nextStep } = progress
const problems = list('不能提交的原因', shape('原因', { rule: text('规则', { required: true, max: 60 }), msg: text('原因', { required: true, max: 300 }) }), { required: true })
const steps = list(
  '审批',
  shape('环节', {
    name: text('名称', { required: true, max: 60 }),
    people: text('人员', { max: 300 }),
    why: text('原因', { max: 500 }),
    usualMin: integer('通常用时（分钟）'),
  }),
  { required: true },
)
type State = { readonly state: Field<string> }

interface Applied<F, N> {
  /** Fields of the form, given on applying and again after a return. */
  form: F
  /** Fields of the row in the answer of a submission: its number, its state. */
  answers?: readonly N[]
  /** Realms besides the admin realm in which people apply. */
  realms?: Action['realms']
  /** `late` where the kind acts on forms that were refused: applying opens its own transactions. */
  isWhole?: 'late'
}
/**
 * Makes the standard actions of a kind of application, each with its address, permission and refusals. A kind lists those it has, in the record that `handleApplication` serves;
 * without an approval process it has no `resubmit` and no `card`.
 */
export function ownApplication<const E extends Fields & State, const F extends Fields, const N extends keyof E & string = never>(
  of: Entity<E>,
  { form, answers = [], realms = [], isWhole }: Applied<F, N>,
) {
  const path = (verb: string) => `${of.module}.${of.name}.${verb}` as const
  const permission = permissionKey(of, 'apply')
  const refusals: Refusals = { ...APPLICATION_REFUSALS, ...of.options.refusals }
  const id = ref(of.name, of.label, { required: true })
  const one = ref(of.name, of.label)
  const stored = pickFields(
    form,
    Object.keys(form).filter((name): name is keyof F & keyof E & string => name in of.fields),
  )
  const whole = isWhole ? { isWhole } : {}
  const output = { id: text('编号', { required: true, max: 36 }), ...pickFields(of.fields, answers), instanceId, nextStep }
  return {
    /** `once`: input of the first submission that cannot be changed later. */
    apply: <const O extends Fields = None>(label: string, once: O = {} as O) => action(path('apply'), label, { realms, input: { ...once, ...form }, output, refusals, ...whole }),
    /** Staff apply for a student in their scope. */
    applyFor: <const O extends Fields = None>(label: string, more: O = {} as O) =>
      action(path('applyFor'), label, { input: { studentId: ref('student', '学生', { required: true }), ...form, ...more }, output, refusals }),
    resubmit: () => action(path('resubmit'), '修改后重新提交', { realms, permission, input: { id, ...form }, output, refusals, ...whole }),
    withdraw: () => action(path('withdraw'), '撤回申请', { realms, permission, input: { id }, output: 'none', refusals }),
    /** Cancels an approved one; `more` refuses what the state alone does not. */
    cancel: (more: Refusals = {}, { asksReason = true } = {}) =>
      action(path('cancel'), '取消申请', {
        realms,
        permission,
        input: { id, reason: text('原因', { required: asksReason, max: 200, multiline: true }) },
        output: 'none',
        refusals: { ...refusals, ...more },
      }),
    /** Initial data of the form. */
    begin: <const O extends Fields, const I extends Fields = None>(answer: O, asks: I = {} as I) =>
      action(path('form'), '申请表单', { method: 'GET', realms, permission, input: asks, output: answer }),
    /** Consequences of an application, violations and steps of its approval; stores nothing. */
    preview: <const I extends Fields, const O extends Fields>(asks: I, answer: O) =>
      action(path('preview'), '申请预览', { method: 'GET', realms, permission, input: { ...asks, id: one }, output: { ...answer, problems, steps } }),
    /** The same, also for staff who may apply for this student. */
    previewFor: <const I extends Fields, const O extends Fields>(asks: I, answer: O) =>
      action(path('preview'), '申请预览', {
        method: 'GET',
        access: 'signedIn',
        input: { ...asks, id: one, studentId: ref('student', '学生') },
        output: { ...answer, problems, steps },
      }),
    /** One's own, newest first, with the form, `fields` of the row, `also` computed ones, and the verbs possible now. */
    mine: <const K extends keyof E & string, const O extends Fields = None, const V extends Refusals = None>(
      fields: readonly K[],
      { also = {} as O, verbs = {} as V }: { also?: O; verbs?: V } = {},
    ) =>
      action(path('mine'), '我的申请', {
        method: 'GET',
        realms,
        permission,
        input: { id: one },
        many: true,
        output: {
          id: text('编号', { required: true, max: 36 }),
          ...over({ ...revealedAll(stored, OWN), ...revealedAll(pickFields(of.fields, [...fields, 'state']), OWN) }, also),
          ...progress,
          can: list('可办', choice('可办', { ...VERB_LABELS, ...verbs }, { required: true }), { required: true }),
        },
      }),
    /** What somebody needs who decides on it. */
    card: <const O extends Fields>(answer: O) => action(path('card'), '审批卡', { method: 'GET', access: 'signedIn', input: { id }, output: answer }),
  }
}
