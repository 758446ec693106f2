import { action, bool, choice, date, datetime, decimal, files, integer, json, list, ref, shape, text } from '#model'
import { roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { CHECK_AREAS, type CheckItem, GRADES } from './items.ts'
import { checkTask, objectionStates } from './record.ts'
import { CHECK_KINDS } from './scheme.ts'

/** Checkers named in a task may score with it, including students. */
export const SCORE = 'dormitory:checkRecord:score'
/** Students' actions on their own room's results. */
export const OWN = 'dormitory:checkRecord:own'
const id = text('编号', { required: true, max: 36 })
const recordId = ref('checkRecord', '检查记录', { required: true })
const taskId = ref('checkTask', '检查任务', { required: true })
const name = (label: string, max = 100) => text(label, { required: true, max })
const count = (label: string) => integer(label, { required: true })
const kind = choice('类别', CHECK_KINDS, { required: true })
const phase = roundPhases.field('进度')
const grade = choice('等级', GRADES)
const score = decimal('得分', { scale: 1, precision: 5 })

/** Tasks in which the user is a checker, running ones first. */
export const myCheckTasks = action('dormitory.checkTask.mine', '我的检查任务', {
  method: 'GET',
  permission: SCORE,
  many: true,
  output: {
    id,
    name: name('名称'),
    kind,
    phase,
    beginTime: datetime('开始', { required: true }),
    endTime: datetime('结束', { required: true }),
    blind: bool('盲评', { required: true }),
    isRecheck: bool('复查', { required: true }),
    rooms: count('房间'),
    done: count('已查'),
    mine: count('我查的'),
  },
})
/** Deductions name a bed, not a student: the server resolves the occupant. */
const mark = shape('扣分', {
  item: name('项目', 20),
  step: text('扣分项', { max: 40 }),
  bedNo: integer('床号', { min: 1, max: 99 }),
  times: integer('次数', { required: true, min: 1, max: 9 }),
})
const sheetFields = {
  marks: list('扣分', mark, { required: true, max: 200 }),
  photos: files('照片', { maxFiles: 9, mostMb: 10, types: ['jpg', 'jpeg', 'png'] }),
  note: text('说明', { max: 200 }),
  noOneIn: bool('无人', { required: true }),
  refused: bool('拒绝检查', { required: true }),
} as const
/** Everything a phone needs to score a building offline. */
export const checkSheet = action('dormitory.checkTask.sheet', '检查表', {
  method: 'GET',
  permission: SCORE,
  input: { id: taskId, dormId: ref('dormBuilding', '楼栋') },
  output: {
    id,
    name: name('名称'),
    kind,
    phase,
    endTime: datetime('结束', { required: true }),
    blind: bool('盲评', { required: true }),
    items: json<readonly CheckItem[], { required: true; untyped: string }>('检查项目', {
      required: true,
      untyped: 'items of the scheme, whose optional parts may be absent; no persons',
    }),
    dorms: list('楼栋', shape('楼栋', { id, name: name('名称', 200), rooms: count('房间'), done: count('已查') }), { required: true }),
    dormId: text('楼栋', { max: 36 }),
    rooms: list(
      '房间',
      shape('房间', {
        id,
        roomNo: name('房间号', 20),
        floor: name('楼层', 40),
        isOwn: bool('自己的房间', { required: true }),
        occupants: list('住宿学生', shape('学生', { bedNo: count('床号'), name: text('姓名', { max: 60 }) }), { required: true }),
        checkers: count('检查人数'),
        roomScore: score,
        grade,
        mine: shape('我的检查表', sheetFields),
      }),
      { required: true },
    ),
  },
})
const MOST_SHEETS = 100
/** Submits scores of one room, or of a whole building recorded offline. Errors are returned per room; the other rooms are saved. */
export const scoreRooms = action('dormitory.checkRecord.score', '提交检查', {
  permission: SCORE,
  input: {
    taskId,
    sheets: list('检查表', shape('检查表', { roomId: ref('dormRoom', '房间', { required: true }), at: datetime('时间', { required: true }), ...sheetFields }), {
      required: true,
      min: 1,
      max: MOST_SHEETS,
    }),
  },
  output: {
    results: list(
      '结果',
      shape('结果', {
        roomId: name('房间', 36),
        problem: text('没有收下的原因', { max: 300 }),
        roomScore: score,
        grade,
        checkers: integer('检查人数'),
        isValid: bool('有效'),
      }),
      { required: true },
    ),
  },
  refusals: {
    ...checkTask.options.refusals,
    notInTask: '{room} 不在“{task}”的检查范围内',
    ownRoom: '{room} 是你自己的房间，不能由你检查',
    future: '检查时间 {at} 还没有到',
    outside: '检查时间 {at} 不在任务时间（{beginTime} 至 {endTime}）之内',
    unknownItem: '“{item}”不在检查方案里',
    overFull: '“{item}”扣 {points} 分，超过满分 {full} 分',
    unknownBed: '{room} 的 {bedNo} 号床没有住人',
    noBed: '“{item}”要选是哪张床',
    needPhoto: '“{item}”要有照片',
  },
})
/** 20-DI3: a room objects to its score. */
export const objectRecord = action('dormitory.checkRecord.object', '提出异议', {
  output: 'none',
  permission: OWN,
  input: { id: recordId, reason: text('理由', { required: true, min: 5, max: 500, multiline: true }) },
  refusals: {
    late: '异议期到 {until} 为止，现在已过',
    twice: '{room} 的异议{state}，不能再提',
    unscored: '{room} 这次没有成绩，不用提异议',
  },
})
const gain = shape('可以提高', { item: name('项目', 40), step: name('扣分项', 40), points: decimal('分', { required: true, scale: 1, precision: 5 }), times: count('次数') })
/** One's own room: findings, rank, points to gain. */
export const myRoomChecks = action('dormitory.checkRecord.mine', '我的寝室卫生', {
  method: 'GET',
  permission: OWN,
  output: {
    room: text('房间', { max: 200 }),
    weeks: list(
      '周',
      shape('周', { week: date('周', { required: true }), score: decimal('得分', { scale: 2, precision: 6 }), rank: integer('名次'), ranked: integer('参与排名') }),
      { required: true },
    ),
    gains: list('主要扣分项', gain, { required: true, max: 3 }),
    records: list(
      '检查',
      shape('检查', {
        id,
        task: name('任务'),
        kind,
        checkedAt: datetime('检查时间', { required: true }),
        roomScore: score,
        publicScore: score,
        /** The reader's own part. */
        ownScore: score,
        grade,
        noOneIn: bool('无人', { required: true }),
        refused: bool('拒绝检查', { required: true }),
        items: list(
          '项目',
          shape('项目', {
            area: choice('区域', CHECK_AREAS, { required: true }),
            name: name('名称', 40),
            score: decimal('得分', { required: true, scale: 1, precision: 5 }),
            full: decimal('满分', { required: true, scale: 1, precision: 5 }),
            lost: text('扣分', { max: 300 }),
          }),
          {
            required: true,
          },
        ),
        photos: list('照片', name('文件', 36), { required: true }),
        note: text('说明', { max: 200 }),
        objectUntil: datetime('异议截止'),
        objectionState: objectionStates.field('异议'),
        objectionText: text('异议理由', { max: 500 }),
        objectionAnswer: text('异议答复', { max: 500 }),
      }),
      { required: true },
    ),
  },
})
export const checkActions = [myCheckTasks, checkSheet, scoreRooms, objectRecord, myRoomChecks]
