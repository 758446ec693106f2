import { choice, date, datetime, dict, entity, files, integer, json, list, ref, rich, text } from '#model'
import { caseMaterialKind, violationCategory } from './dictionaries.ts'
import type { Terms } from './terms.ts'

export const REPORT_SOURCES = { college: '学院', security: '保卫处', exam: '考务', dorm: '宿舍', teacher: '教师', other: '其他' } as const
/** `sourceType` of a case that was carried on from the papers of earlier years. */
export const PAST = 'pastPunishment'
const readonly = { readonly: true } as const
const S2 = { sensitivity: 'S2' } as const

/** 违纪案件: what happened, with all who took part. */
export const disciplineCase = entity(
  'discipline.disciplineCase',
  '违纪案件',
  {
    caseNo: text('案件编号', { required: true, ...readonly, max: 30, format: 'code', search: true, sortable: true }),
    title: text('案由', { required: true, max: 100, search: true }),
    occurredAt: datetime('发生时间', { required: true, sortable: true }),
    place: text('地点', { max: 100 }),
    category: dict('违纪类别', violationCategory, { required: true }),
    ruleIds: list('违反条款', ref('violationRule', '条款'), { required: true, max: 10 }),
    summary: rich('经过', { required: true, max: 50_000, ...S2 }),
    reportSource: choice('来源', REPORT_SOURCES, { required: true }),
    investigators: list('调查人', ref('user', '调查人'), { max: 10, help: '至少两人' }),
    /** College and class of the first party when it was reported: by them the case is found. */
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    reporterId: ref('user', '登记人', readonly),
    sourceType: text('来源类型', { ...readonly, max: 40 }),
    sourceId: text('来源编号', { ...readonly, max: 64 }),
    /** The periods and days that held when it was opened: a running case keeps them. */
    terms: json<Terms>('时限', { ...readonly, secret: 'internal' }),
    parties: text('当事人', { computed: true, max: 300 }),
    stage: text('进度', { computed: true, max: 60, translatable: true }),
    nextDue: date('最近期限', { computed: true }),
    daysLeft: integer('剩余天数', { computed: true }),
  },
  {
    title: 'caseNo',
    unique: [['caseNo'], ['sourceType', 'sourceId']],
    scope: { class: 'classId', department: 'departmentId', user: 'reporterId' },
    select: 'scoped',
    sort: ['-occurredAt'],
    verbs: ['list', 'update', 'export'],
    refusals: {
      future: '发生时间 {at} 还没有到',
      nobody: '请填写当事人',
      unknown: '有的学生不存在，或不在你的数据范围内',
      notEnrolled: '{name}在 {on} 不在籍，不能作为当事人',
      ruleCategory: '“{article}”属于{category}，与案件类别不同',
      ruleOff: '“{article}”已停用',
      twice: '{name}已是 {caseNo} 的当事人',
      sameFacts: '{name}在 {on} 同类违纪已有案件 {others}，与 {caseNo} 重复；同一事实只处分一次，确属不同事实请勾选确认',
      running: '{caseNo} 已有当事人进入告知程序，不能修改案情',
    },
  },
)
/** 案件材料: evidence of a case. */
export const caseMaterial = entity(
  'discipline.caseMaterial',
  '案件材料',
  {
    caseId: ref('disciplineCase', '案件', { required: true, immutable: true }),
    kind: dict('类别', caseMaterialKind, { required: true }),
    title: text('名称', { required: true, max: 100 }),
    files: files('文件', { required: true, maxFiles: 9, types: ['pdf', 'jpg', 'jpeg', 'png', 'mp4'], ...S2 }),
    takenAt: datetime('取得时间', { required: true, sortable: true }),
    takenBy: text('取得人', { required: true, max: 60 }),
  },
  {
    title: 'title',
    scope: { class: 'caseId.classId', department: 'caseId.departmentId', user: 'caseId.reporterId' },
    select: 'scoped',
    sort: ['takenAt'],
    verbs: ['list', 'add', 'remove'],
    refusals: { future: '取得时间 {at} 还没有到', used: '“{title}”已列为处分的证据，不能删除' },
  },
)
