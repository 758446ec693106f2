import { messagesOf, template } from '#model'

/** Nothing is left of levels outside the product: their first character would tell them. */
const LEVELS = { sensitivity: { from: 'S2', to: 'S2' } } as const
export const ADJUSTMENT_MESSAGES = messagesOf(
  'hardship',
  {},
  {
    loweringNoticed: template(
      '拟调整困难等级',
      'important',
      '拟把你的困难等级由{from}调整为{to}',
      '{name}，学校拟把你的困难等级由{from}调整为{to}。你可以在 {until} 前申辩。',
      { name: '学生', from: '原等级', to: '新等级', until: '申辩期限' },
      LEVELS,
    ),
    levelAdjusted: template(
      '困难等级调整',
      'important',
      '困难等级由{from}调整为{to}',
      '{name}，你的困难等级由{from}调整为{to}。',
      { name: '学生', from: '原等级', to: '新等级' },
      LEVELS,
    ),
    loweringDropped: template(
      '困难等级不调整',
      'info',
      '你的困难等级不调整',
      '{name}，经核实，你的困难等级仍为{from}。',
      { name: '学生', from: '原等级' },
      { sensitivity: { from: 'S2' } },
    ),
    checkDue: template('困难核查', 'todo', '{name}抽中困难核查，请谈话了解', '{name}（{className}）抽中本学期的困难核查，请谈话了解家庭情况是否有变化并登记。', {
      name: '学生',
      className: '班级',
    }),
  },
)
