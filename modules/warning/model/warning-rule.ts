import { bool, decimal, entity, integer, text } from '#model'

/** 预警信号规则: which facts count, how much, and how long. */
export const warningRule = entity(
  'warning.warningRule',
  '预警规则',
  {
    code: text('编码', { required: true, immutable: true, max: 40, format: 'code' }),
    title: text('信号', { required: true, max: 60 }),
    source: text('来源编码', { required: true, immutable: true, max: 60, format: 'code' }),
    least: decimal('达到', { required: true, initial: 1, min: 0.01, max: 100_000, precision: 8, scale: 2, help: '数值达到多少才算；按次数的信号，从第几次起算' }),
    windowDays: integer('看多少天', { required: true, min: 1, max: 365 }),
    points: integer('分值', { required: true, min: 1, max: 50 }),
    decayDays: integer('多少天减到零', { required: true, min: 1, max: 365 }),
    maxCount: integer('最多计几次', { min: 1, max: 100 }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'title',
    scope: { everyone: 'the weights are read by everybody, students too (60-EW2)' },
    unique: [['code']],
    verbs: [],
  },
)
