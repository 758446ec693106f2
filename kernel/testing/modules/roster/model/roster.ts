import { bool, choice, date, decimal, dict, dictionary, entity, integer, list, money, ref, text, time } from '#model'

/** Test module for spreadsheets: small entities that cover every kind of field. */
export const shirtSize = dictionary('rosterShirtSize', '衣服尺码', { s: '小号', m: '中号', l: '大号' })

export const squad = entity(
  'roster.squad',
  '小队',
  {
    code: text('小队编号', { required: true, max: 20, sortable: true }),
    name: text('小队名称', { required: true, max: 60 }),
    band: text('组别', { required: true, max: 20 }),
    leaderId: ref('teacher', '带队教师'),
  },
  { title: 'name', scope: { teacher: 'leaderId' }, unique: [['code']], importKey: ['code'] },
)
/** Names and numbers of people, every kind of cell, one of them encrypted; imported set-based. */
export const pupil = entity(
  'roster.pupil',
  '学员',
  {
    pupilNo: text('学员号', { required: true, max: 20, format: 'code', sortable: true, search: true }),
    name: text('姓名', { required: true, max: 60, search: true }),
    idNo: text('证件号', { max: 20, format: 'citizenId', sensitivity: 'S1', mask: 'idNo', encrypted: true }),
    squadId: ref('squad', '小队', { required: true }),
    band: text('组别', { required: true, readonly: true, max: 20 }),
    size: dict('尺码', shirtSize),
    level: choice('水平', { beginner: '初级', advanced: '高级' }, { initial: 'beginner' }),
    birthDate: date('出生日期'),
    joinedOn: date('入队日期', { required: true, immutable: true }),
    wakesAt: time('起床时间'),
    phone: text('手机号', { max: 20, format: 'mobile', sensitivity: 'S1', mask: 'phone' }),
    health: text('健康情况', { max: 100, sensitivity: 'S2' }),
    height: decimal('身高', { precision: 5, scale: 1, min: 50, max: 250 }),
    score: integer('积分', { min: 0, max: 1000 }),
    fee: money('费用', { min: 0 }),
    isBoarder: bool('住宿', { required: true, initial: false }),
    hobbies: list('爱好', text('爱好', { max: 20 })),
    remark: text('备注', { max: 200 }),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map(n => [`note${n}`, text(`说明${n}`, { max: 60 })])),
    squadSize: integer('同队人数', { computed: true }),
  },
  {
    title: 'name',
    scope: { teacher: 'squadId.leaderId' },
    unique: [['pupilNo'], ['idNo']],
    importKey: ['pupilNo'],
    sort: ['pupilNo'],
    refusals: { tooYoung: '{name}在 {birthDate} 出生，入队时不满 {age} 岁', full: '{squad}最多 {most} 人，导入后有 {count} 人' },
  },
)
/** References itself and has per-row rules: imported through its record verbs. */
export const troop = entity(
  'roster.troop',
  '队伍',
  {
    code: text('队伍编号', { required: true, max: 20 }),
    name: text('队伍名称', { required: true, max: 60 }),
    parentId: ref('troop', '上级队伍'),
    rank: integer('次序', { min: 0 }),
  },
  { title: 'name', scope: { everyone: 'rows of a test' }, unique: [['code']], importKey: ['code'], cached: true, refusals: { forbidden: '队伍不能叫“{name}”' } },
)
/** Part of its key may be null; written by code only. */
export const drill = entity(
  'roster.drill',
  '训练安排',
  {
    squadId: ref('squad', '小队', { help: '不填则为全部小队' }),
    term: text('学期', { required: true, max: 20 }),
    place: text('地点', { max: 60 }),
  },
  { title: 'term', scope: {}, unique: [['squadId', 'term']], verbs: [] },
)
