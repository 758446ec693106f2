import { action, datetime, list, ref, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { asked, societyChange } from './change.ts'

const need = { required: true } as const
const own = ownApplication(societyChange, { form: asked })
const society = text('社团', { ...need, max: 40 })
const { name } = student.fields
const person = shape('成员', { id: ref('societyMember', '社团成员', need), name })
/** A change of a society as an application of its head. */
export const changeApplication = {
  apply: own.apply('申请社团变更', { societyId: ref('society', '社团', need) }),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({ societies: list('社团', shape('社团', { id: ref('society', '社团', need), name: society, people: list('成员', person, need) }), need) }),
  mine: own.mine(['societyId', 'before', 'after', 'agreedAt', 'doneOn'], { also: { society } }),
  card: own.card({
    ...{ society, kind: asked.kind, reason: asked.reason, effectiveAt: asked.effectiveAt, charter: asked.charter, minutes: asked.minutes },
    ...{ before: societyChange.fields.before, after: societyChange.fields.after, agreedAt: societyChange.fields.agreedAt },
  }),
}
/** 60-SO15: the new head consents. */
export const agreeToLead = action('society.societyChange.agreeToLead', '同意担任负责人', {
  permission: changeApplication.apply.permission,
  input: { id: ref('societyChange', '社团变更', need) },
  output: 'none',
  refusals: societyChange.options.refusals ?? {},
})
/** Offers to lead that wait for the caller's answer. */
export const offersToLead = action('society.societyChange.offers', '请我担任负责人', {
  method: 'GET',
  permission: changeApplication.apply.permission,
  many: true,
  output: { id: ref('societyChange', '社团变更', need), society, head: name, effectiveAt: datetime('约定生效时间') },
})
export const changeActions = [...Object.values(changeApplication), agreeToLead, offersToLead]
