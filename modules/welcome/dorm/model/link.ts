import { entity, list, ref, text } from '#model'

/** 宿舍认领: how the choice of beds belongs to a batch: its rounds, and what is done before somebody chooses. */
export const claimLink = entity(
  'welcome.claimLink',
  '宿舍认领设置',
  {
    batchId: ref('welcomeBatch', '批次', { required: true, immutable: true }),
    roundIds: list('选床位轮次', ref('claimRound', '轮次', { required: true }), { required: true, min: 1, max: 40, help: '这些轮次只有本批次的新生能选' }),
    /** 30-WD1 */
    conditions: list('选床位前先办', text('编码', { required: true, max: 30, format: 'code' }), { max: 20, help: '没有办完的，选床位时会看到还差什么' }),
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
      otherRound: '有 {count} 个轮次不存在，或不在你的数据范围内',
    },
  },
)
