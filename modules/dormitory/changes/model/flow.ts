import { type FlowGraph, flowSubject, usualSteps, WITHIN_TWO_DAYS } from '#flow/index.ts'
import { dormChange } from './dorm-change.ts'

/** Three approvers within the seven days of the hold. */
const { step, fdy, college } = usualSteps({ timeout: WITHIN_TWO_DAYS, phrases: ['同意', '请先与室友沟通', '请补充证明', '床位另有安排'] })
/** The counsellor decides, after a talk in roommate conflicts; then the college if the room is another college's; finally the building managers. */
const graph: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '提交' },
    { id: 'whetherTalk', type: 'condition', name: '是否室友矛盾' },
    { ...fdy({ fieldPerms: { talkNote: 'required' } }), id: 'talk', name: '辅导员谈话' },
    fdy({ fieldPerms: { talkNote: 'hidden' } }),
    { id: 'whetherCollege', type: 'condition', name: '是否其他学院房间' },
    college(),
    step('dormManager', '调入楼栋宿管', { by: 'relation', relation: 'dormManager' }, { fieldPerms: { talkNote: 'hidden' } }),
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'whetherTalk' },
    { from: 'whetherTalk', to: 'talk', name: '室友矛盾', when: { fact: 'reason', op: 'eq', value: 'roommates' } },
    { from: 'whetherTalk', to: 'fdy', name: '其他原因' },
    { from: 'talk', to: 'whetherCollege' },
    { from: 'fdy', to: 'whetherCollege' },
    { from: 'whetherCollege', to: 'college', name: '其他学院房间', when: { fact: 'isOtherCollege', op: 'eq', value: true } },
    { from: 'whetherCollege', to: 'dormManager', name: '本学院或公共房间' },
    { from: 'college', to: 'dormManager' },
    { from: 'dormManager', to: 'end' },
  ],
}
export const changeSubject = flowSubject({
  processType: 'dormChange',
  label: '调宿',
  entity: dormChange,
  form: ['type', 'fromBedId', 'toBedId', 'peerId', 'reason', 'detail', 'proofs', 'privateProofs', 'effectiveDate', 'feeDiff', 'talkNote'],
  facts: [
    { name: 'isOtherCollege', label: '其他学院房间', type: 'bool', from: 'module' },
    { name: 'leavesClassRoom', label: '离开本班宿舍', type: 'bool', from: 'module' },
    { name: 'isSwap', label: '换宿', type: 'bool', from: 'module' },
    { name: 'changesInTerm', label: '本学期调宿次数', type: 'number', unit: '次', from: 'module' },
  ],
  initial: { code: 'dormChange', name: '调宿', graph },
})
