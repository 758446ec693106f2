import type { KINDS, Phase } from './step.ts'

interface UsualStep {
  code: string
  name: string
  phase: Phase
  kind: keyof typeof KINDS
  required: boolean
  dependsOn: readonly string[]
  autoSource?: string
  form?: string
  waivedBy?: string[]
}
const WAIVERS = ['officer', 'admissions']
/** The steps schools usually have, in their order. */
export const USUAL: readonly UsualStep[] = [
  { code: 'phone', name: '核对手机号', phase: 'pre', kind: 'self', required: true, dependsOn: [] },
  { code: 'intention', name: '确认来校', phase: 'pre', kind: 'auto', required: true, dependsOn: [], autoSource: 'admission.intention', form: '/welcome/admission' },
  { code: 'information', name: '信息采集', phase: 'pre', kind: 'auto', required: true, dependsOn: ['intention'], autoSource: 'welcome.information', form: '/welcome/info' },
  { code: 'arrival', name: '到站登记', phase: 'pre', kind: 'auto', required: true, dependsOn: ['intention'], autoSource: 'welcome.arrival', form: '/welcome/arrival' },
  { code: 'fee', name: '缴费', phase: 'pre', kind: 'auto', required: true, dependsOn: ['intention'], autoSource: 'fee', form: '/welcome/fees', waivedBy: WAIVERS },
  { code: 'dorm', name: '宿舍', phase: 'pre', kind: 'auto', required: true, dependsOn: ['intention'], autoSource: 'dormitory', form: '/welcome/dorm', waivedBy: WAIVERS },
  { code: 'order', name: '物品订购', phase: 'pre', kind: 'auto', required: false, dependsOn: ['intention'], autoSource: 'welcome.goods', form: '/welcome/goods' },
  { code: 'gate', name: '进校签到', phase: 'site', kind: 'staff', required: true, dependsOn: ['intention'] },
  { code: 'verify', name: '身份核验', phase: 'site', kind: 'auto', required: true, dependsOn: ['gate'], autoSource: 'welcome.verify', form: '/welcome/verify' },
  { code: 'review', name: '学院报到（初审）', phase: 'site', kind: 'auto', required: true, dependsOn: ['gate'], autoSource: 'admission.review' },
  { code: 'papers', name: '交档案和组织关系', phase: 'site', kind: 'staff', required: false, dependsOn: ['gate'], waivedBy: WAIVERS },
  { code: 'key', name: '领寝室钥匙', phase: 'site', kind: 'staff', required: true, dependsOn: ['verify', 'fee', 'dorm'], waivedBy: WAIVERS },
  { code: 'goods', name: '领取物品', phase: 'site', kind: 'staff', required: false, dependsOn: ['gate'], waivedBy: WAIVERS },
  { code: 'card', name: '领校园卡', phase: 'site', kind: 'staff', required: true, dependsOn: ['verify'], waivedBy: WAIVERS },
  { code: 'medical', name: '入学体检', phase: 'site', kind: 'staff', required: true, dependsOn: ['verify'], waivedBy: WAIVERS },
  { code: 'reexamine', name: '入学复查', phase: 'after', kind: 'staff', required: true, dependsOn: ['review'] },
]
