import { action, bool, choice, integer, pickFields, ref, text } from '#model'
import { alumnus } from './alumnus.ts'
import { alumniClaim, TAIL } from './claim.ts'

const id = text('编号', { required: true, max: 36, format: 'uuid' })
const tenantId = text('学校', { max: 12 })
const { majorName, className, note } = alumniClaim.fields
const year = { min: 1900, max: 2100 } as const
/** Whether the form is open: by the school's choice, and while codes can be sent. */
export const claimStanding = action('alumni.openApi.claimStanding', '校友认领是否开放', {
  method: 'GET',
  access: { open: 'an alumnus has no account yet; only open or not is answered' },
  input: { tenantId },
  output: { isOpen: bool('接受认领', { required: true }) },
})
/** 30-AL4: the same answer, whoever exists: whether somebody was found is told to the phone alone. */
export const claimAlumnus = action('alumni.openApi.claim', '校友认领', {
  access: { open: 'an alumnus has no account yet; the code to the phone is the proof of the phone, and what is said is looked up afterwards' },
  limit: { perMinute: 10, group: 'alumniClaim' },
  input: {
    tenantId,
    name: text('姓名', { required: true, max: 60 }),
    enrolYear: integer('入学年份', year),
    leaveYear: integer('毕业年份', { ...year, required: true }),
    majorName: text(majorName.label, { required: true, max: 60 }),
    className: text(className.label, { max: 60 }),
    firstMate: text('同学一', { max: 60, help: '同班同学的姓名' }),
    secondMate: text('同学二', { max: 60 }),
    idTail: text('证件号后六位', { max: TAIL, help: '写了两位同学的可以不填；只用来核对，办完就删除' }),
    note: text(note.label, { max: 200, multiline: true }),
    contactConsent: bool('同意校友工作办公室用这个手机号联系我', { initial: false, help: '不同意也可以认领，以后在校友卡里随时可以改' }),
    mobile: text('手机号', { required: true, max: 11, format: 'mobile' }),
    code: text('验证码', { required: true, max: 8 }),
  },
  output: 'none',
  refusals: {
    closed: '现在不开放校友认领，请联系校友工作办公室',
    proof: '请写两位同班同学，或证件号后六位',
    mates: '两位同学要是不同的人，也不能是你自己',
    tail: '证件号后六位是 6 位数字，最后一位可以是 X',
    yearAhead: '毕业年份 {leaveYear} 还没有到',
    code: '验证码不正确或已过期',
    open: '这个手机号已有一份认领：办好的请直接用手机号登录，没办好的请等短信',
    most: '这个手机号一年内已认领 {n} 次，请联系校友工作办公室',
  },
})
export const TAILS = { same: '对得上', differs: '对不上', unknown: '学校没有证件号' } as const
/** 30-AL4: who the claim may be about, with what agrees. */
export const claimCandidates = action('alumni.alumniClaim.candidates', '可能是谁', {
  method: 'GET',
  permission: 'alumni:alumniClaim:approve',
  inScope: true,
  input: { id },
  many: true,
  output: {
    id: ref('alumnus', '校友', { required: true }),
    code: text('校友编号', { required: true, max: 20 }),
    ...pickFields(alumnus.fields, ['name', 'leaveYear', 'majorName', 'className']),
    mates: integer('同学相符', { required: true, help: '写的两位同学里，有几位在这个班' }),
    tail: choice('证件号后六位', TAILS),
    hasAccount: bool('已有账号', { required: true }),
  },
})
export const approveClaim = action('alumni.alumniClaim.approve', '确认是这位校友', {
  input: { id, alumnusId: ref('alumnus', '校友', { required: true }) },
  output: 'none',
  inScope: true,
})
/** Nothing is on file: the claim becomes a new record. */
export const enterClaim = action('alumni.alumniClaim.enter', '新建档案并开通', {
  input: { id, departmentId: ref('department', '院系', { required: true, help: '原院系已经撤并的，选现在对应的' }) },
  output: 'none',
  inScope: true,
  permission: 'alumni:alumniClaim:approve',
})
export const refuseClaim = action('alumni.alumniClaim.refuse', '退回', {
  input: { id, reason: text('原因', { required: true, max: 200, multiline: true, help: '用短信告诉对方' }) },
  output: 'none',
  inScope: true,
  permission: 'alumni:alumniClaim:approve',
})
export const claimActions = [claimStanding, claimAlumnus, claimCandidates, approveClaim, enterClaim, refuseClaim]
