import { bool, choice, date, datetime, dict, dictionary, entity, integer, json, list, type Row, ref, states, text, type Wording } from '#model'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const WORK_KINDS = {
  talk: '谈心谈话',
  roomVisit: '走访宿舍',
  classMeeting: '主题班会',
  lesson: '听课',
  homeVisit: '家访',
  homeContact: '家校联系',
  duty: '值班',
  emergency: '突发事件',
  partyLeague: '党团活动',
  career: '就业指导',
  aid: '资助工作',
  training: '培训',
} as const
export type WorkKind = keyof typeof WORK_KINDS
/** Kinds whose words are about persons: they are kept apart, for the author alone. */
export const TALKS: readonly WorkKind[] = ['talk', 'homeVisit', 'homeContact']
export const isTalk = (kind: unknown): boolean => TALKS.some(k => k === kind)
/** What stands where a talk has no words: whoever reads it cannot tell a talk about mental health from one noted in a hurry (50-CW5). */
export const NEUTRAL = '日常谈话'
/** Mental health is no topic: it belongs to the counselling centre. */
export const talkTopic = dictionary('talkTopic', '谈话话题', {
  study: '学业',
  life: '生活适应',
  relation: '人际关系',
  career: '就业发展',
  discipline: '纪律',
  aid: '经济困难',
  thought: '思想动态',
  safety: '安全',
  leave: '请假',
})
export const USUAL_MINUTES = 30
export const WORK_SOURCES = { manual: '自己登记', auto: '自动生成' } as const
export const workStates = states(
  {
    draft: { label: '待确认', tone: 'attention' },
    submitted: { label: '已登记', tone: 'done' },
    commented: { label: '已点评', tone: 'done' },
    discarded: { label: '不计', tone: 'over' },
  },
  { update: ['draft', 'submitted'], remove: ['submitted'], confirmDrafts: ['draft'], discardDrafts: ['draft'], comment: ['submitted'], followedUp: ['submitted', 'commented'] },
)
/** 工作日志: what a counsellor did, with whom. */
export const workLog = entity(
  'counsellor.workLog',
  '工作日志',
  {
    authorId: ref('teacher', '辅导员', { ...need, ...readonly, search: true }),
    kind: choice('类型', WORK_KINDS, { ...need, ...readonly }),
    startedAt: datetime('开始', { ...need, sortable: true }),
    minutes: integer('时长（分钟）', { ...need, initial: USUAL_MINUTES, min: 1, max: 1440 }),
    place: text('地点', { max: 60 }),
    /** As they were called then: after a hand-over the entry shows nothing newer of them (50-CW2). */
    people: text('对象', { ...readonly, max: 400, search: true }),
    studentIds: list('学生', ref('student', '学生', need), { ...readonly, secret: 'internal', max: 60 }),
    classIds: list('班级', ref('stuClass', '班级', need), { ...readonly, secret: 'internal', max: 20 }),
    topics: list('话题', dict('话题', talkTopic, need), { max: 5 }),
    content: text('内容', { max: 2000, multiline: true }),
    talkContent: text('谈话内容', { max: 2000, multiline: true, sensitivity: 'S2', help: '只有自己看得到。心理健康方面的不写在这里' }),
    result: text('结果', { max: 300, sensitivity: 'S2' }),
    followUpOn: date('回访', { help: '到这一天提醒自己再谈一次' }),
    followedUpOn: date('已回访', readonly),
    isFollowUpTold: bool('已提醒回访', { ...need, ...readonly, secret: 'internal', initial: false }),
    source: choice('来源', WORK_SOURCES, { ...need, ...readonly, initial: 'manual' }),
    sourceType: text('来源业务', { ...readonly, secret: 'internal', max: 40 }),
    sourceId: text('来源编号', { ...readonly, secret: 'internal', max: 36 }),
    isLate: bool('补记', { ...need, ...readonly, initial: false }),
    /** Of a draft, for readers of other languages; gone once its author writes words of their own. */
    wording: json<Record<string, Wording>>('措辞', { ...readonly, secret: 'internal' }),
    comment: text('点评', { ...readonly, max: 500, multiline: true }),
    commentedById: ref('user', '点评人', readonly),
    state: workStates.field('状态', { initial: 'submitted' }),
  },
  {
    title: 'kind',
    scope: { teacher: 'authorId', department: 'authorId.departmentId' },
    unique: [['authorId', 'sourceType', 'sourceId']],
    sort: ['-startedAt'],
    verbs: ['list', 'update', 'remove', 'export'],
    countsUpTo: 10_000,
    refusals: {
      notStaff: '只有教职工可以写工作日志',
      future: '开始时间 {at} 还没有到',
      needsStudent: '“{kind}”须选学生',
      needsClass: '“{kind}”须选班级',
      needsWords: '请写内容',
      notOwnThen: '有 {n} 名学生在 {day} 不是你带的',
      notOwnClassThen: '有 {n} 个班级在 {day} 不是你带的',
      mentalKind: '涉及心理健康的，请按谈心谈话登记',
      mentalWords: '心理健康方面的内容不写在这里。请不填内容，由{whom}跟进',
      privateWords: '“{kind}”的内容写在“谈话内容”里，只有自己看得到',
      openWords: '“{kind}”没有谈话内容，请写在“内容”里',
    },
  },
)
export type WorkLog = Row<typeof workLog>
