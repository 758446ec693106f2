import { action, bool, choice, integer, list, shape, text } from '#model'
import { FIELD_MODES, optional } from '#modules/student/model/actions.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { POLICY_FIELDS } from './field-policy.ts'
import { infoChange, said } from './info-change.ts'

const required = { required: true } as const
const word = (label: string, max = 200) => text(label, { required: true, max })
/** New values: absent ones stay. */
const values = optional(POLICY_FIELDS)
const own = ownApplication(infoChange, { form: { ...values, ...said } })
const change = {
  field: word('项目', 40),
  label: word('名称', 60),
  old: text('申请时', { max: 300 }),
  new: text('改为', { max: 300 }),
} as const
const warnings = list('提示', text('提示', { required: true, max: 300 }), required)

/** An information change as an application of a student; the office corrects at once, with a proof. */
export const infoApplication = {
  apply: own.apply('申请更正信息'),
  applyFor: own.applyFor('更正学生信息'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  /** The fields that the student may ask to change, with what stands. */
  begin: own.begin({
    fields: list(
      '项目',
      shape('项目', {
        field: word('项目', 40),
        label: word('名称', 60),
        now: text('现在', { max: 300 }),
        mode: choice('变更方式', FIELD_MODES, required),
        proof: bool('须上传证明', required),
        isAsked: bool('正在审批', required),
        isOpen: bool('可以申请', required),
        window: text('申请时间', { max: 11 }),
      }),
      required,
    ),
  }),
  /** By the names of the fields; `idRegion`: the first six digits of the new identity number, which itself belongs in no address. */
  preview: own.preview(
    { fields: word('项目', 400), idRegion: text('证件号前六位', { max: 6 }), sourceCanton: text('生源地', { max: 6 }) },
    { needsProof: bool('须上传证明', required), warnings },
  ),
  mine: own.mine(['fields', 'mode', 'effectiveAt'], { also: { changes: list('变更', shape('变更', { ...change, value: text('新值', { max: 300 }) }), required) } }),
  card: own.card({
    changes: list('变更', shape('变更', { ...change, now: text('现在', { max: 300 }), isMoved: bool('申请后有变动', required) }), required),
    reason: said.reason,
    warnings,
    isMoved: bool('申请后有变动', required),
    /** Version of the student's record that these values are of. */
    version: integer('版本', required),
    mayAgree: bool('可以确认变动', required),
  }),
}
/** 30-SI3: who decides has seen both values and goes on with the application. */
export const agreeChange = action('standing.infoChange.agree', '仍按申请修改', {
  access: 'signedIn',
  input: { id: text('编号', { required: true, max: 36 }), version: integer('版本', required) },
  output: 'none',
  refusals: infoChange.options.refusals ?? {},
})
/** The national register has been marked. */
export const markInfoSynced = action('standing.infoChange.markSynced', '登记已标注', {
  input: { ids: list('信息变更', text('编号', { required: true, max: 36 }), { required: true, min: 1, max: 500 }) },
  output: { done: integer('已登记', required) },
})
export const infoActions = [...Object.values(infoApplication), agreeChange, markInfoSynced]
