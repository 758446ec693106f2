import { action, bool, choice, date, datetime, decimal, integer, list, pickFields, ref, shape, text } from '#model'
import { positionInput } from '#model/geo.ts'
import { student } from '#modules/student/model/student.ts'
import { stayApplication } from './application.ts'
import { offCampusCheck } from './off-campus-check.ts'
import { asked, CALL_WAYS, offCampusStay } from './off-campus-stay.ts'

const need = { required: true } as const
const { refusals = {} } = offCampusStay.options
const id = ref('offCampusStay', '校外住宿', need)
const own = { permission: stayApplication.apply.permission, output: 'none', refusals } as const
const at = (verb: string) => `offCampus.offCampusStay.${verb}` as const
/** 50-OC2: the guardian gets a link, in place of an earlier one. */
export const sendConsent = action(at('sendConsent'), '发给家长', { ...own, input: { id, guardianId: asked.guardianId } })
/** 50-OC5: telephone numbers need no new approval. */
export const changePhones = action(at('changePhones'), '改电话', { ...own, input: { id, ...pickFields(asked, ['landlordPhone', 'emergencyName', 'emergencyPhone']) } })
/** How far from the school the address is: measured where the student is, at the address. Only the distance is kept. */
export const locate = action(at('locate'), '测离校距离', { ...own, input: { id, ...positionInput }, output: { km: decimal('离学校（公里）', need) } })
/** 50-OC6 */
export const report = action(at('report'), '报告', {
  ...own,
  input: { id, stillThere: bool('还住在登记的地址', need), allWell: bool('平安', need), changes: text('变化', { max: 300, multiline: true }) },
})
const ending = { backOn: date('返校日期', need), withoutBed: bool('没有床位也结束', { ...need, initial: false }) } as const
export const moveBack = action(at('moveBack'), '我要回校住', { ...own, input: { id, backOn: ending.backOn } })
export const endStay = action(at('end'), '结束', { input: { id, ...ending, reason: text('原因', { max: 200 }) }, output: 'none', inScope: true, refusals })
/** 50-OC3: said before ending. */
export const bedsFree = action(at('bedsFree'), '空床', {
  method: 'GET',
  access: 'signedIn',
  input: { id },
  output: { hasBed: bool('有床位', need), free: integer('空床', need) },
})
export const noteCall = action(at('noteCall'), '登记与家长的联系', {
  input: { id, at: datetime('时间', need), way: choice('方式', CALL_WAYS, need), words: text('家长怎么说', { ...need, max: 300, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const revokeStay = action(at('revoke'), '撤销', { input: { id, reason: text('原因', { ...need, max: 200 }) }, output: 'none', inScope: true, refusals })
export const solveCheck = action('offCampus.offCampusCheck.solve', '已整改', {
  input: { id: ref('offCampusCheck', '走访检查', need) },
  output: 'none',
  inScope: true,
  refusals: offCampusCheck.options.refusals ?? {},
})
/** Addresses where several students live outside now. */
export const sharedAddresses = action(at('shared'), '同址', {
  method: 'GET',
  permission: 'offCampus:offCampusStay:list',
  output: {
    least: integer('同址人数', need),
    groups: list(
      '同址',
      shape('地址', {
        placeName: text('所在地区', { max: 180 }),
        address: asked.address,
        people: list('学生', shape('学生', { id: text('编号', { ...need, max: 36 }), name: student.fields.name, className: text('班级', { max: 60 }) }, need), need),
      }),
      need,
    ),
  },
})
export const stayActions = [
  ...Object.values(stayApplication),
  sendConsent,
  changePhones,
  locate,
  report,
  moveBack,
  endStay,
  bedsFree,
  noteCall,
  revokeStay,
  solveCheck,
  sharedAddresses,
]
