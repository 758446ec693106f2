import { bool, choice, date, integer, list, ref, shape, text } from '#model'
import { STUDENT_STATUS } from '#modules/student/model/status.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { BEGINNERS, PLACEMENTS } from './change-type.ts'
import { asked, changeStates, EFFECTS, statusChange } from './status-change.ts'

const required = { required: true } as const
const word = (label: string, max = 200) => text(label, { required: true, max })
/** One value a rule looks at: how much is used of what. */
const figure = shape('规定', { label: word('项目', 60), value: word('数值'), isMet: bool('符合', required) })
const consequence = shape('后果', { label: word('项目', 60), value: word('内容', 300), needsCare: bool('须处理', required) })
export const consequences = list('后果', consequence, required)
const type = {
  id: word('编号', 36),
  code: word('编号', 40),
  name: word('名称', 40),
  rule: text('规定', { max: 1000 }),
  beginner: choice('办理方式', BEGINNERS, required),
  placement: choice('编班', PLACEMENTS, required),
  asksUntil: bool('须填到期日', required),
  asksProof: bool('须有证明', required),
  asksSchool: bool('须填对方学校', required),
  isDecided: bool('须填退学依据', required),
} as const
const own = ownApplication(statusChange, { form: asked, answers: ['changeNo'] })
const place = { status: choice('状态', STUDENT_STATUS, required), className: text('班级', { max: 60 }), gradeMajorName: text('年级专业', { max: 100 }) } as const
const { typeId, reasonCode, effectiveDate, until, toClassId } = asked

/** A change of standing as an application of a student, or of staff for one. */
export const changeApplication = {
  apply: own.apply('申请学籍异动'),
  applyFor: own.applyFor('代为办理异动'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  cancel: own.cancel(),
  /** Types a student may apply for now, with the values their rules look at. */
  begin: own.begin({
    now: shape('现在', { ...place, until: date('到期日') }, required),
    types: list('类型', shape('类型', { ...type, figures: list('规定', figure, required), isOffered: bool('可以申请', required) }), required),
  }),
  preview: own.previewFor(
    { typeId, reasonCode, effectiveDate, until, toClassId },
    {
      type: shape('类型', type, required),
      from: shape('原来', place, required),
      to: shape('变为', place, required),
      figures: list('规定', figure, required),
      consequences,
      classes: list('可选的班级', shape('班级', { id: word('编号', 36), name: word('班级', 60), grade: integer('年级', required) }), required),
    },
  ),
  mine: own.mine(['changeNo', 'typeId', 'effectState', 'effectiveAt', 'applyWay', 'cancelReason', 'batchId', 'assessScore', 'rank'], {
    also: {
      typeName: word('类型', 40),
      toClassName: text('转入班级', { max: 60 }),
      toGradeMajorName: text('转入专业', { max: 100 }),
      choiceNames: list('志愿', word('年级专业', 100), required),
    },
  }),
  card: own.card({
    changeNo: word('单号', 30),
    typeName: word('类型', 40),
    state: changeStates.field('状态'),
    effectState: choice('生效', EFFECTS, required),
    effectiveDate,
    until,
    from: shape('原来', place, required),
    to: shape('变为', place, required),
    /** Of a transfer of major. */
    choices: list('志愿', word('年级专业', 100), required),
    otherSchool: asked.otherSchool,
    ground: asked.ground,
    figures: list('规定', figure, required),
    consequences,
    earlier: list('以往异动', shape('异动', { id: word('编号', 36), typeName: word('类型', 40), effectiveDate, until, effectState: choice('生效', EFFECTS, required) }), required),
  }),
}
export const openChange = ref('statusChange', '异动', { required: true })
