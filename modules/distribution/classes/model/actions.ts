import { action, bool, choice, decimal, integer, list, pickFields, ref, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { PAIR_KINDS } from './pair.ts'
import { distributionPlan } from './plan.ts'

const required = { required: true } as const
const id = text('编号', { ...required, max: 36 })
const name = (label: string) => text(label, { ...required, max: 120 })
const count = (label: string) => integer(label, required)
const planId = ref('distributionPlan', '分班方案', required)
const studentIds = list('学生', ref('student', '学生', required), { ...required, min: 1, max: 500 })

/** 30-SN1, 30-SN2: deals the students out anew; who was moved by hand stays. */
export const previewPlan = action('distribution.distributionPlan.preview', '试分', {
  input: { id: planId, seed: integer('随机种子', { min: 0, max: 2_000_000_000 }) },
  output: { students: count('学生'), placed: count('已编班') },
  refusals: { nobody: '所选年级专业里没有要分班的学生' },
})
/** 30-SN2: into another class, or out of all of them; the student stays there in later previews. */
export const moveStudents = action('distribution.distributionPlan.move', '调整', {
  input: { id: planId, studentIds, classId: ref('stuClass', '班级', { help: '空着表示先不编班' }) },
  output: { moved: count('人数') },
  refusals: {
    unknown: '有 {count} 名学生不在这个方案里',
    noClass: '“{className}”不在这个方案里',
    otherMajor: '{name}是{gradeMajor}的，不能编入“{className}”',
    full: '“{className}”只能再编 {room} 人，所选 {count} 人',
  },
})
export const unlockStudents = action('distribution.distributionPlan.unlock', '取消固定', {
  permission: moveStudents.permission,
  input: { id: planId, studentIds },
  output: { unlocked: count('人数') },
})
/** 30-SN3 */
export const publishPlan = action('distribution.distributionPlan.publish', '发布', {
  input: { id: planId },
  output: { placed: count('已编班'), told: count('已通知') },
  refusals: {
    nobody: '还没有编入班级的学生',
    changed: '试分后有 {count} 名学生的班级、专业或学籍变了（如{name}），请重新试分',
    noRoom: '“{className}”编了 {count} 人，超过容量 {capacity}，请调整',
  },
})
export const copyPlan = action('distribution.distributionPlan.copy', '复制', { permission: 'distribution:distributionPlan:add', input: { id: planId }, output: { id } })

/** What a class would look like, each figure beside what an even spread would give. */
const classFigures = shape('班级', {
  classId: id,
  className: name('班级'),
  gradeMajorId: id,
  gradeMajor: name('年级专业'),
  size: count('人数'),
  capacity: count('容量'),
  /** Members of the class before the plan, who count but are not moved. */
  before: count('原有'),
  locked: count('已固定'),
  males: count('男'),
  females: count('女'),
  malesIdeal: decimal('均衡时男生', { ...required, precision: 8, scale: 2 }),
  /** Largest distance of a sex from the even spread, in persons. */
  genderGap: decimal('性别偏差', { ...required, precision: 8, scale: 2 }),
  provinces: count('省份'),
  originGap: decimal('生源地偏差', { ...required, precision: 8, scale: 2 }),
  minorities: count('少数民族'),
  minoritiesIdeal: decimal('均衡时少数民族', { ...required, precision: 8, scale: 2 }),
  meanScore: decimal('平均成绩', { precision: 9, scale: 2 }),
  majorScore: decimal('专业平均', { precision: 9, scale: 2 }),
})
const unmet = shape('未满足', { kind: choice('要求', PAIR_KINDS, required), first: name('学生'), second: name('学生') })
/** The plan as three columns show it. */
export const planBoard = action('distribution.distributionPlan.board', '分班结果', {
  method: 'GET',
  permission: 'distribution:distributionPlan:list',
  input: { id: planId },
  output: {
    name: name('名称'),
    version: count('版本'),
    state: distributionPlan.fields.state,
    classes: list('班级', classFigures, required),
    unmet: list('未满足的要求', unmet, required),
    unassigned: count('未编班'),
    hasScores: bool('有成绩', required),
  },
})
/** Who is in a class of the plan, or without one; who was there before is not moved. */
export const planMembers = action('distribution.distributionPlan.members', '名单', {
  method: 'GET',
  permission: 'distribution:distributionLine:list',
  input: { id: planId, classId: ref('stuClass', '班级', { help: '空着表示未编班的' }) },
  many: true,
  output: {
    ...pickFields(student.fields, ['name', 'genderCode', 'sourceProvince']),
    id,
    gradeMajorId: id,
    isLocked: bool('已固定', required),
    isBefore: bool('原有', required),
  },
})
/** Facts that a plan may take its score from. */
export const scoreFacts = action('distribution.distributionPlan.scoreFacts', '成绩来源', {
  method: 'GET',
  permission: 'distribution:distributionPlan:list',
  many: true,
  output: { name: name('名称'), label: name('说明'), group: text('来源', { max: 60 }) },
})
export const planActions = [previewPlan, moveStudents, unlockStudents, publishPlan, copyPlan, planBoard, planMembers, scoreFacts]
