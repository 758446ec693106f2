import { bool, choice, date, list, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { RELATIONS } from './major-cert.ts'
import { asked, certStates, studentCert, verifyStates } from './student-cert.ts'

const need = { required: true } as const
const own = ownApplication(studentCert, { form: asked, isWhole: 'late' })
const rowId = text('编号', { ...need, max: 36 })
/** What a major asks, and whether the student has it. */
export const askedCert = shape('要求', {
  catalogId: rowId,
  name: text('证书', { ...need, max: 80 }),
  relation: choice('要求', RELATIONS, need),
  minLevel: text('最低等级', { max: 30 }),
  isMet: bool('已取得', need),
  held: text('已有等级', { max: 30 }),
})
/** Another certificate of the same entry. */
export const other = { id: rowId, level: asked.level, certNo: asked.certNo, issuedOn: asked.issuedOn, verifyState: verifyStates.field('核验') }
/** Columns an approver sees. */
export const shown = { ...asked, inStudyPeriod: studentCert.fields.inStudyPeriod, state: certStates.field('状态') }
const entry = shape('证书', {
  id: rowId,
  name: text('名称', { ...need, max: 80 }),
  issuer: text('发证机构', { ...need, max: 80 }),
  levels: list('等级', text('等级', { ...need, max: 30 }), need),
  example: text('编号样子', { max: 120 }),
})
/** A certificate as an application of its holder. */
export const certApplication = {
  apply: own.apply('登记证书'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({ name: student.fields.name, readsScans: bool('可以识别照片', need), entries: list('证书', entry, need), asks: list('专业要求', askedCert, need) }),
  preview: own.preview(
    { catalogId: asked.catalogId, level: asked.level, certNo: asked.certNo, holderName: asked.holderName, issuedOn: asked.issuedOn, expiresOn: asked.expiresOn },
    { expiresOn: date('有效期至') },
  ),
  mine: own.mine(['verifyState', 'verifyReason', 'verifiedAt', 'inStudyPeriod'], { also: { cert: text('证书', { ...need, max: 80 }), isExpired: bool('已过期', need) } }),
  card: own.card({
    ...shown,
    name: student.fields.name,
    formerName: student.fields.formerName,
    queryUrl: text('查询网址', { max: 200 }),
    others: list('同一证书已登记的', shape('证书', other), need),
  }),
}
