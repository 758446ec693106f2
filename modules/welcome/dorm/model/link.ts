import { choice, entity, list, ref, text } from '#model'
import { OPEN_RULES } from './wave-plan.ts'

const RELEASE_RULES = { lateEnd: '延期到期还没来就释放', notReported: '认定未报到后释放' } as const
/** 宿舍认领: how the choice of beds belongs to a batch: its rounds, and what is done before somebody chooses. */
export const claimLink = entity(
  'welcome.claimLink',
  '宿舍认领设置',
  {
    batchId: ref('welcomeBatch', '批次', { required: true, immutable: true }),
    roundIds: list('选床位轮次', ref('claimRound', '轮次', { required: true }), { required: true, min: 1, max: 40, help: '这些轮次只有本批次的新生能选' }),
    /** 30-WD1 */
    conditions: list('选床位前先办', text('编码', { required: true, max: 30, format: 'code' }), { max: 20, help: '没有办完的，选床位时会看到还差什么' }),
    /** 30-WD6: how a round is split into waves. */
    openRule: choice('分批方式', OPEN_RULES, { required: true, initial: 'byCollege', help: '“拟分批”按它把新生分到各批，每批不超过同时开放人数' }),
    bring: text('入住带什么', { max: 500, multiline: true, help: '有了床位的新生在手机上看到' }),
    /** 30-WD3: when a late person's bed is given up. */
    releaseRule: choice('延期报到的床位', RELEASE_RULES, { required: true, initial: 'lateEnd' }),
  },
  {
    title: 'batchId',
    scope: { everyone: 'how beds are chosen on enrolment, without data of students' },
    unique: [['batchId']],
    cached: true,
    sort: ['-createdAt'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      unknownStep: '批次里没有编码为“{code}”的环节',
      waits: '“{step}”要等选好床位才能办，不能作为选床位的条件',
      roundTaken: '轮次“{round}”已用在“{batch}”',
      needsOpen: '还有 {count} 名新生要由老师安排床位，先在“迎新 → 宿舍认领”里安排好',
      noPeople: '“{batch}”没有还要选床位的新生',
      noClasses: '新生还没有分班，不能按班级分批',
      otherLink: '轮次“{round}”没有关联到这个批次',
      tooManyWaves: '要分 {count} 批，最后一批 {last} 开始，晚于轮次结束 {end}；请提早开始或缩短间隔',
      otherRound: '有 {count} 个轮次不存在，或不在你的数据范围内',
    },
  },
)
